import type { featureFlags, linkFlags } from '#platform/contract/claims.ts'

type RightName = (typeof featureFlags)[number] | (typeof linkFlags)[number] | 'BlacklistEnabled'

/** What an employee has or has not, each by its own claim. */
export const rightLabels: Readonly<Record<RightName, string>> = {
  NewsEnabled: 'Nyheter',
  MinaUppdragEnabled: 'Mina uppdrag',
  SchemaEnabled: 'Schema',
  FkEnabled: 'Felanmälningar',
  IncidentsEnabled: 'Avvikelser',
  ForslagEnabled: 'Förslag',
  LinkLedigaTjansterEnabled: 'Länk: Lediga tjänster',
  LinkTimereportEnabled: 'Länk: Tidrapport',
  LinkForartavlanEnabled: 'Länk: Förartavlan',
  LinkPolicyRutinerEnabled: 'Länk: Policy och rutiner',
  LinkBusskartsEnabled: 'Länk: Busskort',
  LinkWebidhaEnabled: 'Länk: Webidha',
  BlacklistEnabled: 'Länkar visas bara med egen behörighet',
}
export const rights = Object.keys(rightLabels) as readonly RightName[]

/** The fields that the office may set, as they are stored. */
export const changeable = ['manager', 'IntraCompanyArea', 'IntraPosition'] as const
export type Changeable = (typeof changeable)[number]

export const fieldLabels: Readonly<Record<Changeable, string>> = {
  manager: 'Närmaste chef',
  IntraCompanyArea: 'Område',
  IntraPosition: 'Befattning',
}

export const noEmployee = 'Det finns ingen anställd med det anställningsnumret.'
