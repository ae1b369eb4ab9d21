import { type Gate, officeClaim } from '#platform/contract/claims.ts'

// Roles and permissions are code: reviewed, tested and versioned. The assignments of roles to employees are rows (server/roles/).

/** The permissions of the office, each with its words in `docs/roles.md` and on the screens. A call of the office names one of them. */
export const permissions = {
  'faults.see': 'Se felanmälningar',
  'faults.handle': 'Handlägga felanmälningar',
  'faults.ground': 'Märka en buss Får ej köras',
  'faults.enter': 'Skriva in felanmälningar åt anställda som hör av sig',
  'deviations.see': 'Se avvikelser',
  'deviations.handle': 'Handlägga avvikelser',
  'deviations.enter': 'Skriva in avvikelser åt anställda som hör av sig',
  'deviations.sensitive': 'Se hot och våld, kränkningar, skador på människor och allvarliga händelser',
  'deviations.copy': 'Få veta när en allvarlig händelse eller en arbetsmiljöfråga kommer in',
  'deviations.reporter': 'Se vem som har anmält en avvikelse utan att ange skäl',
  'cases.originals': 'Se det som har dolts i ärenden',
  'insurance.handle': 'Handlägga försäkringsärenden',
  'suggestions.see': 'Se förslag',
  'suggestions.handle': 'Svara på förslag',
  'suggestions.enter': 'Skriva in förslag åt anställda som hör av sig',
  'comments.see': 'Se anmälda kommentarer',
  'comments.moderate': 'Dölja och ta bort kommentarer',
  'timeReports.see': 'Se tidrapporter',
  'timeReports.approve': 'Godkänna tidrapporter',
  'timeReports.export': 'Hämta tidrapporter till lönesystemet',
  'duties.see': 'Se obekräftade tjänster och vad som återrapporterats',
  'employees.see': 'Se anställda',
  'employees.edit': 'Ändra anställdas uppgifter',
  'employees.rights': 'Ändra anställdas behörigheter och konton',
  'roles.see': 'Se vem som har vilken roll',
  'roles.give': 'Ge och avsluta roller',
  'roles.approve': 'Godkänna känsliga roller som någon annan har gett',
  'templates.edit': 'Ändra svarsmallar för hela bolaget',
  'audit.read': 'Läsa loggen över kontorets åtgärder',
  'statistics.faults': 'Se statistik över felanmälningar',
  'statistics.deviations': 'Se statistik över avvikelser',
  'statistics.duties': 'Se statistik över bekräftade tjänster',
} as const

export type Permission = keyof typeof permissions

/** A permission for some categories only. */
interface Limited {
  readonly may: Permission
  readonly only: readonly string[]
}

interface RoleDefinition {
  /** Its Swedish name. */
  readonly name: string
  readonly purpose: string
  readonly permits: readonly (Permission | Limited)[]
  /** Whether the role gives access to sensitive data about people, or permits giving such access: a second person has to approve it. */
  readonly sensitive: boolean
}

// The categories of deviations are the types on the wire.
const traffic = ['Trafikinformation', 'Hållplatsinformation']
const damage = ['Fordonsskada', 'Försäkringsärende']
const workEnvironment = ['Arbetsmiljöfrågor']
/** Harm to a person is a separate category, whatever the report's type. */
const injured = ['Fordonsskada med personskada']
const sensitive = ['Hot och våld', 'Kränkning', 'Personskada', ...injured]
/** Every type but those that need `deviations.sensitive`. */
const ordinary = [...traffic, ...damage, ...workEnvironment]

const limited = (may: Permission, only: readonly string[]): Limited => ({ may, only })

export const roles = {
  trafikledare: {
    name: 'Trafikledare',
    purpose: 'Leder trafiken: följer obekräftade tjänster och tar hand om avvikelser i trafiken.',
    sensitive: false,
    permits: [
      'faults.see',
      'faults.ground',
      'faults.enter',
      limited('deviations.see', ordinary),
      limited('deviations.handle', traffic),
      limited('deviations.reporter', ordinary),
      // Not limited to categories: a driver who has been threatened calls the traffic control too.
      'deviations.enter',
      'timeReports.see',
      'duties.see',
      'statistics.duties',
    ],
  },
  omradeschef: {
    name: 'Områdeschef',
    purpose: 'Ansvarar för ett område: avvikelser, förslag och tidrapporter.',
    sensitive: false,
    permits: [
      'faults.see',
      'faults.enter',
      limited('deviations.see', ordinary),
      limited('deviations.handle', ordinary),
      limited('deviations.reporter', ordinary),
      'deviations.enter',
      'cases.originals',
      'insurance.handle',
      'suggestions.see',
      'suggestions.handle',
      'suggestions.enter',
      'comments.see',
      'timeReports.see',
      'timeReports.approve',
      'duties.see',
      'employees.see',
      'templates.edit',
      'statistics.faults',
      'statistics.deviations',
      'statistics.duties',
    ],
  },
  verkstad: {
    name: 'Verkstad',
    purpose: 'Tar emot och åtgärdar fel på fordon.',
    sensitive: false,
    permits: [
      'faults.see',
      'faults.handle',
      'faults.ground',
      'faults.enter',
      limited('deviations.see', damage),
      limited('deviations.reporter', damage),
      'suggestions.see',
      'suggestions.handle',
      'suggestions.enter',
      'statistics.faults',
    ],
  },
  kommunikator: {
    name: 'Kommunikatör',
    purpose: 'Ansvarar för nyheter, för det som skrivs om dem och för kontorets svarsmallar.',
    sensitive: false,
    permits: ['suggestions.see', 'comments.see', 'comments.moderate', 'templates.edit'],
  },
  hr: {
    name: 'HR',
    purpose: 'Ansvarar för personalfrågor, även hot, våld och kränkningar.',
    sensitive: true,
    permits: [
      limited('deviations.see', workEnvironment),
      limited('deviations.handle', sensitive),
      'deviations.enter',
      'deviations.sensitive',
      'deviations.reporter',
      'cases.originals',
      // An area's manager does not see harm to a person.
      limited('insurance.handle', injured),
      'suggestions.see',
      'employees.see',
      'employees.edit',
      'employees.rights',
      'roles.see',
      'roles.approve',
      'statistics.deviations',
    ],
  },
  lon: {
    name: 'Lön',
    purpose: 'Hämtar tidrapporter till lönesystemet.',
    sensitive: true,
    permits: ['timeReports.see', 'timeReports.export', 'employees.see'],
  },
  it: {
    name: 'IT-administratör',
    purpose: 'Ger roller och kopplar konton, men läser inga ärenden.',
    sensitive: true,
    permits: ['employees.see', 'employees.rights', 'roles.see', 'roles.give', 'roles.approve'],
  },
  skyddsombud: {
    name: 'Skyddsombud',
    purpose: 'Företräder de anställda i arbetsmiljöfrågor inom sitt skyddsområde.',
    sensitive: true,
    permits: [
      limited('deviations.see', workEnvironment),
      'deviations.sensitive',
      'deviations.copy',
      'suggestions.see',
      'statistics.deviations',
    ],
  },
  facklig: {
    name: 'Facklig representant',
    purpose: 'Ser statistik, men inget om enskilda.',
    sensitive: false,
    permits: ['statistics.faults', 'statistics.deviations'],
  },
  granskare: {
    name: 'Granskare',
    purpose: 'Läser loggen över vad kontoret har gjort och öppnat.',
    sensitive: true,
    permits: ['audit.read', 'roles.see'],
  },
} as const satisfies Record<string, RoleDefinition>

export type Role = keyof typeof roles

export const isRole = (name: string): name is Role => Object.hasOwn(roles, name)

/** A part of a company; null is all areas, or all categories. */
export interface Scope {
  readonly area: string | null
  readonly category: string | null
}

/** The part of an assigned scope in which a role has a permission: one scope per category if the role limits them. */
export function scopesOf(role: Role, permission: Permission, { area, category }: Scope): Scope[] {
  const definition: RoleDefinition = roles[role]
  return definition.permits.flatMap((permit): Scope[] => {
    if (typeof permit === 'string') return permit === permission ? [{ area, category }] : []
    if (permit.may !== permission) return []
    const within = category === null ? permit.only : permit.only.filter((each) => each === category)
    return within.map((each) => ({ area, category: each }))
  })
}

/** The permissions of a role, also those that are limited to categories. */
export function permissionsOf(role: Role): Permission[] {
  const definition: RoleDefinition = roles[role]
  return definition.permits.map((permit) => (typeof permit === 'string' ? permit : permit.may))
}

/** The gate of a call, a screen or a menu entry of the office. */
export const may = (permission: Permission) => ({ anyOf: [officeClaim], value: permission }) satisfies Gate
