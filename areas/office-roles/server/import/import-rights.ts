import { counted } from '#platform/contract/counted.ts'
import { dateIn } from '#platform/contract/wall-clock.ts'
import { onlyTried, type Database, type Importer } from '#platform/server/area.ts'
import { allOrNothing } from '#platform/server/files/all-or-nothing.ts'
import { faultAt } from '#platform/server/files/fault-lines.ts'
import { companyOf, readSourceFile, refuseFaults } from '#platform/server/files/source-file.ts'
import { audit } from '#core/audit/server/audit.ts'
import { outdateRequests } from '#core/approvals/server/approvals.ts'
import { roles } from '#core/people/roles.ts'
import { waitingRoles, type RoleToGive } from '#core/people/server/roles/asked-roles.ts'
import { endAssignment, replaceAssignment, type EndedDeputy } from '#core/people/server/roles/assignments.ts'
import { holdersOf } from '#core/people/server/roles/holders.ts'
import { lockRoleActs } from '#core/people/server/roles/still-holds.ts'
import { ownerFaults } from '#core/people/server/row-owners.ts'
import { give, giveOrAsk, prolongs, type Giving } from '../give.ts'
import { areasOf, currentAssignments, replacedBy } from '../store.ts'
import { readRightsFile, rightsColumns, type FlagRow, type RightsFile, type RoleRow } from './rights-file.ts'
import { knownEmployees, setFlags, type KnownEmployee } from './rights-store.ts'

/** `npm run import -- rights behorigheter.csv --company norr`: flags and roles, the whole file or nothing. */
export const rightsImporter: Importer = {
  kind: 'rights',
  usage: `rights <csv> --company <bolag>  behörigheter och roller: ${rightsColumns}`,
  options: {},
  async run(request, { db, clock, variants }, tell) {
    const { company, dryRun } = request
    const { timeZone } = companyOf({ variants }, company)
    const { file, bytes } = await readSourceFile(request, 'rights')
    const read = readRightsFile(bytes)
    refuseFaults(file, read.faults)

    await allOrNothing(db, request, async (tx) => {
      const at = clock()
      const giving: Giving = { company, by: null, at, today: dateIn(timeZone, at) }
      await lockRoleActs(tx, company)
      const known = await knownEmployees(tx, company)
      const absent = await ownerFaults(tx, company, [...read.flags, ...read.roles], known)
      refuseFaults(file, [...absent, ...unfitRows(read, known, await areasOf(tx, company), giving)])
      const flags = read.flags.filter((row) => changes(row, known.get(row.number)!))
      const { toGive, toEnd, toRedate, toOutdate, otherDates } = await roleChanges(tx, read.roles, known, giving)
      await outdateRequests(tx, { company, at, by: null }, toOutdate)
      const withThem: EndedDeputy[] = []
      for (const held of toEnd) {
        withThem.push(...(await endAssignment(tx, { company, id: held.id, by: null, at })))
        await recordEnded(tx, held, giving)
      }
      for (const { held, role } of toRedate) {
        const ending = { company, id: held.id, by: null, at }
        withThem.push(...(await replaceAssignment(tx, ending, role, () => give(tx, giving, role))))
        await recordEnded(tx, held, giving)
      }
      // Whether anybody is left to approve is known only now that the roles have ended.
      const asked: { role: RoleToGive; alone: boolean }[] = []
      for (const role of toGive) asked.push({ role, alone: await nobodyElse(tx, role, giving) })

      const given = flags.filter(({ value }) => value !== null).length + toGive.length + toRedate.length
      const taken =
        flags.filter(({ value }) => value === null).length + toEnd.length + toRedate.length + toOutdate.length
      const unchanged = read.flags.length + read.roles.length - given - taken + toRedate.length - otherDates.length
      tell(`${counted(given, 'behörighet ges', 'behörigheter ges')}, ${taken} tas bort, ${unchanged} är som förut.`)
      if (toOutdate.length > 0) tell(`${toOutdate.length} av dem som tas bort väntade bara på godkännande.`)
      const deputies = withThem.filter(({ to }) => to === null || to >= giving.today).length
      if (deputies > 0) tell(`${counted(deputies, 'ersättares roll slutar', 'ersättares roller slutar')} också.`)
      if (otherDates.length > 0)
        tell(
          `${counted(otherDates.length, 'roll har', 'roller har')} andra datum i filen och ändras inte: ${otherDates.join(', ')}. Avsluta den som gäller och ge den på nytt i portalen.`,
        )
      const waiting = asked.filter(({ role, alone }) => roles[role.role].sensitive && !alone).length
      if (waiting > 0)
        tell(
          `${counted(waiting, 'känslig roll väntar', 'känsliga roller väntar')} på att någon godkänner dem i portalen.`,
        )
      const alone = asked.filter((each) => each.alone).length
      if (alone > 0)
        tell(
          `${counted(alone, 'känslig roll ges', 'känsliga roller ges')} utan godkännande, för ingen annan i ${company} kan godkänna.`,
        )
      await writeFlags(tx, flags, known, giving)
      for (const { role, alone } of asked) await (alone ? give(tx, giving, role) : giveOrAsk(tx, giving, role))
    })
    tell(dryRun ? onlyTried : 'Klart.')
  },
}

/** The faults that only the database shows: former employees, and unknown areas. */
function unfitRows(
  { roles: roleRows }: RightsFile,
  known: ReadonlyMap<string, KnownEmployee>,
  areas: readonly string[],
  { company, today }: Giving,
): string[] {
  return roleRows.flatMap(({ line, number, given, area, from, to }) => {
    const blame = (column: string, why: string) => faultAt(line, column, why)
    if (!given) return []
    return [
      ...(known.get(number)?.active === false ? [blame('anstid', `${number} har slutat`)] : []),
      ...(area !== null && !areas.includes(area) ? [blame('omrade', `${area} finns inte i ${company}`)] : []),
      ...(to !== null && to < (from ?? today) ? [blame('till', 'är före första dagen')] : []),
    ]
  })
}

function changes({ type, value }: FlagRow, { claims }: KnownEmployee): boolean {
  const now = claims[type] ?? []
  return value === null ? now.length > 0 : now.length !== 1 || now[0] !== value
}

const keyOf = (role: Pick<RoleToGive, 'employeeId' | 'role' | 'area' | 'category'>) =>
  JSON.stringify([role.employeeId, role.role, role.area, role.category])

type Held = Awaited<ReturnType<typeof currentAssignments>>[number]

async function roleChanges(
  tx: Database,
  rows: readonly RoleRow[],
  known: ReadonlyMap<string, KnownEmployee>,
  { company, today }: Giving,
) {
  const current = new Map((await currentAssignments(tx, company, today)).map((held) => [keyOf(held), held]))
  // A deputy's role is another one, which the holder of the role has requested.
  const waiting = new Map(
    (await waitingRoles(tx, company, today)).flatMap(({ id, asked }) =>
      asked.deputyOf === null ? [[keyOf(asked), id]] : [],
    ),
  )
  const toGive: RoleToGive[] = []
  const toEnd: Held[] = []
  const toRedate: { held: Held; role: RoleToGive }[] = []
  const toOutdate: number[] = []
  const otherDates: string[] = []
  for (const { number, role, given, area, category, from, to } of rows) {
    const key = { employeeId: known.get(number)!.id, role, area, category }
    const held = current.get(keyOf(key))
    const asked = waiting.get(keyOf(key))
    if (!given && held) toEnd.push(held)
    if (!given && asked !== undefined) toOutdate.push(asked)
    const toBe = { ...key, from: from ?? held?.from ?? today, to, deputyOf: null, because: 'npm run import -- rights' }
    if (given && !held && asked === undefined) toGive.push(toBe)
    if (!given || !held || (held.from === toBe.from && held.to === to)) continue
    // A role that this row of the file has prolonged keeps its first day.
    if (held.to === to && (await replacedBy(tx, company, held)).some((before) => prolongs(toBe, before))) continue
    // If the new role waits for approval or begins later, the employee would be without it meanwhile, unless it prolongs the held one.
    if (!roles[role].sensitive && toBe.from <= today) toRedate.push({ held, role: toBe })
    else if (!prolongs(toBe, held)) otherDates.push(`${number} ${role}`)
    else if (asked === undefined) toGive.push(toBe)
  }
  return { toGive, toEnd, toRedate, toOutdate, otherDates }
}

const recordEnded = (tx: Database, { id, employeeId, ...before }: Held, { company, at }: Giving): Promise<void> =>
  audit(tx, { company, at, by: null, what: 'role.ended', object: { kind: 'role', id }, about: employeeId, before })

/** Whether nobody else could approve a sensitive role, as with the first roles of a company. */
async function nobodyElse(tx: Database, role: RoleToGive, { company, today }: Giving): Promise<boolean> {
  if (!roles[role.role].sensitive) return false
  const checkers = await holdersOf(tx, company, 'roles.approve', { scope: role, today })
  return checkers.every((id) => id === role.employeeId)
}

async function writeFlags(
  tx: Database,
  flags: readonly FlagRow[],
  known: ReadonlyMap<string, KnownEmployee>,
  { company, at }: Giving,
): Promise<void> {
  await setFlags(
    tx,
    flags.map(({ number, type, value }) => ({ employeeId: known.get(number)!.id, type, value })),
  )
  for (const [number, changed] of Map.groupBy(flags, (row) => row.number)) {
    const { id, claims } = known.get(number)!
    await audit(tx, {
      company,
      at,
      by: null,
      what: 'rights.changed',
      object: { kind: 'employee', id },
      about: id,
      before: Object.fromEntries(changed.map(({ type }) => [type, claims[type] ?? []])),
      after: Object.fromEntries(changed.map(({ type, value }) => [type, value === null ? [] : [value]])),
    })
  }
}
