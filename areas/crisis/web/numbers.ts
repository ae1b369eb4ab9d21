import type { CompanyNumber, PublicNumber } from '../contract.ts'

/** The labels of call buttons; the number is shown next to them. */
export const callLabels: Readonly<Record<CompanyNumber | PublicNumber, string>> = {
  '112': 'Ring 112',
  '11414': 'Ring polisen (inte akut)',
  trafficControl: 'Ring trafikledningen',
  crisisGroup: 'Ring krisgruppen',
  ceo: 'Ring vd',
  deputyCeo: 'Ring vice vd',
  switchboard: 'Ring växeln',
  support: 'Ring krisstödet',
  press: 'Ring presstelefonen',
  workshop: 'Ring verkstaden',
  radio: 'Ring trafikredaktionen',
  industry: 'Ring branschorganisationen',
}

export const smsLabels: Readonly<Partial<Record<CompanyNumber, string>>> = {
  crisisGroup: 'Skicka sms till krisgruppen',
}

const publicNumbers: Readonly<Record<PublicNumber, string>> = { '112': '112', '11414': '114 14' }

/** The number for a key; null if the company has not set it. */
export function numberOf(
  key: CompanyNumber | PublicNumber,
  company: Readonly<Partial<Record<CompanyNumber, string>>>,
): string | null {
  return key === '112' || key === '11414' ? publicNumbers[key] : (company[key] ?? null)
}

/** Shown instead of a number that the company has not set. */
export const missingNumber = (key: CompanyNumber | PublicNumber): string =>
  `(numret är inte inlagt – fråga ${key === 'trafficControl' ? 'din närmaste chef' : 'trafikledningen'})`
