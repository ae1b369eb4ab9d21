// In a separate file from the other rules, because the menu's 'Rapportera' needs it in the first load.

/** The four kinds that an employee can report, as the buttons of 'Ny avvikelse' name them. */
export const reportKinds = [
  { kind: 'vehicle-damage', label: 'Fordonsskada', typ: 'Fordonsskada' },
  { kind: 'threat', label: 'Hot och Våld', typ: 'Hot och våld' },
  { kind: 'work-environment', label: 'Arbetsmiljö', typ: 'Arbetsmiljöfrågor' },
  { kind: 'traffic-information', label: 'Trafik- och Kundinformation', typ: 'Trafikinformation' },
] as const
export type ReportKind = (typeof reportKinds)[number]['kind']
