// In a separate file, because the names that the office sees are not part of an employee's first load.

/** The claims that menus, routes, blocks and calls are gated by, with the office's names for them. The keys are the types on the wire. */
export const featureFlags = {
  NewsEnabled: 'Nyheter',
  MinaUppdragEnabled: 'Mina uppdrag',
  SchemaEnabled: 'Schema',
  FkEnabled: 'Felrapportering',
  IncidentsEnabled: 'Avvikelser',
  ForslagEnabled: 'Förslag',
} as const
export type FeatureFlag = keyof typeof featureFlags

/** The claims that links under 'Mina länkar' are gated by, each with the link's text. */
export const linkFlags = {
  LinkLedigaTjansterEnabled: 'Lediga tjänster',
  LinkTimereportEnabled: 'Tidrapport',
  LinkForartavlanEnabled: 'Förartavlan',
  LinkPolicyRutinerEnabled: 'Policy & Rutiner',
  LinkBusskartsEnabled: 'Busskartor',
  LinkWebidhaEnabled: 'Bokning',
} as const
export type LinkFlag = keyof typeof linkFlags

/** The claims that an employee has unless the company removes them. */
export const allFlagClaims = () =>
  Object.keys({ ...featureFlags, ...linkFlags }).map((type) => ({ type, value: 'true' }))
