import type { Assigned, Choices, OwnRole, Rule } from '../contract.ts'

type Validity = Pick<OwnRole | Assigned, 'omrade' | 'kategori' | 'fran' | 'till'> & Partial<Pick<OwnRole, 'slutar'>>

/** 'Umeå', 'hela bolaget', 'Umeå, Fordonsskada'. */
export const placeOf = ({ omrade, kategori }: Pick<Validity, 'omrade' | 'kategori'>): string =>
  [omrade ?? 'hela bolaget', ...(kategori ? [kategori] : [])].join(', ')

/** '16.30'. */
export const hourOf = (time: string): string => time.slice(11, 16).replace(':', '.')

/** 'groups = /norr/kiruna/verkstad'. */
export const ruleOf = ({ claim, varde }: Pick<Rule, 'claim' | 'varde'>): string => `${claim} = ${varde}`

/** What a role is for, shown below the list of roles. */
export function hintOf({ roller }: Choices, chosen: string): string | undefined {
  const role = roller.find(({ roll }) => roll === chosen)
  return role && `${role.syfte}${role.kanslig ? ' Någon annan måste godkänna den.' : ''}`
}

/** 'från 2026-11-01', 'från 2026-11-01 till och med 2026-12-31', 'till 2026-11-21 kl. 16.30'. */
export function datesOf({ fran, till, slutar }: Pick<Validity, 'fran' | 'till' | 'slutar'>): string {
  if (slutar) return `till ${slutar.slice(0, 10)} kl. ${hourOf(slutar)}`
  return till ? `från ${fran} till och med ${till}` : `från ${fran}`
}

/** Why somebody has a role. */
export function reasonOf({
  kalla,
  grund,
  gavsAv,
  gavs,
  ersatterFor,
}: Pick<Assigned, 'kalla' | 'grund' | 'gavsAv' | 'gavs' | 'ersatterFor'>): string {
  const day = gavs.slice(0, 10)
  if (kalla === 'deputy') return `Ersättare för ${ersatterFor ?? 'en kollega'} sedan ${day}.`
  if (kalla === 'emergency') return `Nödåtkomst sedan ${day}, med skälet ”${grund ?? 'inget'}”.`
  if (kalla === 'claim') return `Följer av regeln ${grund ?? 'som är borttagen'} vid inloggning, sedan ${day}.`
  if (kalla === 'scim') return `Följer av kontot (${grund ?? 'okänd regel'}) sedan ${day}.`
  const by = gavsAv ?? (grund ? `Bolagets administratör (${grund})` : 'Bolagets administratör')
  return `${by} gav rollen ${day}.`
}
