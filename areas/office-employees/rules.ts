import type { featureFlags, linkFlags } from '#platform/contract/claims.ts'

/** What an employee has or has not, each by its own claim. The page's first script needs no list of them for this one. */
export const rights = [
  'NewsEnabled',
  'MinaUppdragEnabled',
  'SchemaEnabled',
  'FkEnabled',
  'IncidentsEnabled',
  'ForslagEnabled',
  'LinkLedigaTjansterEnabled',
  'LinkTimereportEnabled',
  'LinkForartavlanEnabled',
  'LinkPolicyRutinerEnabled',
  'LinkBusskartsEnabled',
  'LinkWebidhaEnabled',
  'BlacklistEnabled',
] as const
type RightName = (typeof rights)[number]
type Flag = (typeof featureFlags)[number] | (typeof linkFlags)[number]

export const rightLabels: Readonly<Record<RightName | Flag, string>> = {
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

/** The fields that the office may set, as they are stored. */
export const changeable = ['manager', 'IntraCompanyArea', 'IntraPosition'] as const
export type Changeable = (typeof changeable)[number]

export const fieldLabels: Readonly<Record<Changeable, string>> = {
  manager: 'Närmaste chef',
  IntraCompanyArea: 'Område',
  IntraPosition: 'Befattning',
}

export const noEmployee = 'Det finns ingen anställd med det anställningsnumret.'
