import { readFile } from 'node:fs/promises'
import type { Call } from '#platform/contract/call.ts'
import { officeClaim } from '#platform/contract/claims.ts'
import { permissions, permissionsOf, roles, scopesOf, type Permission, type Role } from '#core/people/roles.ts'

/** docs/roles.md, which the tests compare with what the portal allows. */
const rolesPage = new URL('../../docs/roles.md', import.meta.url)

type AnyCall = Call<unknown, unknown, unknown>
export const officePath = '/api/kontor/'
export const nameOfCall = ({ method, path }: Pick<AnyCall, 'method' | 'path'>) => `${method} ${path}`

const keys = Object.keys(roles) as Role[]
const yes = 'ja'

/** The expected page. `vitest run app/server/office-calls.proof.test.ts -u` writes it. */
export function rolesPageOf(calls: readonly AnyCall[]): string {
  const office = calls
    .filter(({ path }) => path.startsWith(officePath))
    .toSorted((a, b) => (nameOfCall(a) < nameOfCall(b) ? -1 : 1))
  const roleRows = keys.map((role) => {
    const { name, purpose, sensitive } = roles[role]
    return [name, `\`${role}\``, purpose, sensitive ? 'två personer' : '']
  })
  const permissionRows = (Object.keys(permissions) as Permission[]).map((permission) => [
    `\`${permission}\``,
    permissions[permission],
    ...keys.map((role) => howFar(role, permission)),
  ])
  const callRows = office.map((call) => [
    `\`${nameOfCall(call)}\``,
    call.gate?.value ? `\`${call.gate.value}\`` : 'any role',
    ...keys.map((role) => (opens(call, role) ? yes : '')),
  ])
  const names = keys.map((role) => roles[role].name)
  return `# Who may what in the office

Written from the code by \`npx vitest run app/server/office-calls.proof.test.ts -u\`; the same test makes calls in every role and compares the
answers with this page: every call in \`npm run prove\`, one of each gate and some more in \`npm test\`. Roles are in [core/people/roles.ts](../core/people/roles.ts); who has one, in which area and how long, are rows
([0062](decisions/0062-roles-and-reach.md)). A role never takes anything from the employee who has it. Everybody without one is refused, except that
whoever a case names as responsible handles that case without a role ([0093](decisions/0093-who-may-read-as-somebody-else.md)).

## Roles

${table(['role', 'key', 'what it is for', 'given by'], roleRows)}

'Två personer': who gives it is never who approves it ([0063](decisions/0063-four-eyes-and-audit.md)).

## What each role permits

Within the area and the category for which it was given. Where categories are named, only these.

${table(['permission', 'what', ...names], permissionRows)}

## Who may make which call

${table(['call', 'needs', ...names], callRows)}
`
}

/** 'ja' if the role has the permission for all categories, otherwise the categories, or nothing. */
function howFar(role: Role, permission: Permission): string {
  const scopes = scopesOf(role, permission, { area: null, category: null })
  return scopes.map(({ category }) => category ?? yes).join(', ')
}

const opens = ({ gate }: AnyCall, role: Role): boolean =>
  gate?.anyOf?.includes(officeClaim) === true &&
  (gate.value === undefined || permissionsOf(role).some((permission) => permission === gate.value))

/** A Markdown table, padded like the formatter pads it. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, at) => Math.max(3, title.length, ...rows.map((row) => (row[at] ?? '').length)))
  const line = (cells: readonly string[], fill = ' ') =>
    `| ${widths.map((width, at) => (cells[at] ?? '').padEnd(width, fill)).join(' | ')} |`
  return [line(head), line([], '-'), ...rows.map((row) => line(row))].join('\n')
}

interface ReadPage {
  /** The permissions of each role. */
  readonly permits: ReadonlyMap<string, ReadonlySet<string>>
  /** The roles to which each call is open. */
  readonly opens: ReadonlyMap<string, ReadonlySet<string>>
}

export const readRolesPage = async (): Promise<ReadPage> => rolesPageRead(await readFile(rolesPage, 'utf8'))

/** Reads the page without any code of the portal. */
export function rolesPageRead(text: string): ReadPage {
  const [roleTable = [], permissionTable = [], callTable = []] = text
    .split(/^## /m)
    .slice(1)
    .map((section) =>
      section
        .split('\n')
        .filter((line) => line.startsWith('|'))
        .map((line) =>
          line
            .slice(1, -1)
            .split('|')
            .map((cell) => cell.trim().replaceAll('`', '')),
        ),
    )
  const keyOf = new Map(roleTable.slice(2).map(([name = '', key = '']) => [name, key]))
  const columns = (permissionTable[0] ?? []).map((name) => keyOf.get(name) ?? '')
  const marked = (row: readonly string[]) => new Set(columns.filter((key, at) => key !== '' && row[at] !== ''))
  const permissionRows = permissionTable.slice(2).map((row) => [row[0] ?? '', marked(row)] as const)
  return {
    permits: new Map(
      [...keyOf.values()].map((role) => [
        role,
        new Set(permissionRows.flatMap(([permission, holders]) => (holders.has(role) ? [permission] : []))),
      ]),
    ),
    opens: new Map(callTable.slice(2).map((row) => [row[0] ?? '', marked(row)])),
  }
}
