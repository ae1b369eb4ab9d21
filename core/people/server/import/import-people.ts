import { counted } from '#platform/contract/counted.ts'
import { personalFields } from '#platform/contract/variant.ts'
import { dateIn } from '#platform/contract/wall-clock.ts'
import { type Database, type OfPlace, onlyTried, type Importer } from '#platform/server/area.ts'
import { faultAt, shortened } from '#platform/server/files/fault-lines.ts'
import { companyOf, readSourceFile, refuseFaults } from '#platform/server/files/source-file.ts'
import { alikeAmong, askIfMisspelt } from '../alike-numbers.ts'
import { ownerFaults } from '../row-owners.ts'
import { areaWarnings } from './area-warnings.ts'
import { peopleColumns, readPeopleFile, type Person } from './people-file.ts'
import { applyPeople, knownPeople, userNamesTaken, type KnownPerson } from './people-store.ts'

/** Further work for the employees whose employment has ended, in the same transaction. */
export type OnLeft = (tx: Database, where: { company: string; at: Date; today: string; by: null }) => Promise<void>

/** What the doors have for single areas of a company. */
export type OfPlaces = (db: Database, company: string) => Promise<readonly OfPlace[]>

/** `npm run import -- people personal.csv --company norr`: the company's employees, the whole file or nothing. */
export const peopleImporter = (onLeft: OnLeft, ofPlaces: OfPlaces): Importer => ({
  kind: 'people',
  usage: `people <csv> --company <bolag>  anställda: ${peopleColumns}`,
  options: {},
  async run(request, { db, clock, variants }, tell) {
    const { company, dryRun } = request
    const { employeeOwns: owned } = companyOf({ variants }, company)
    const { file, bytes } = await readSourceFile(request, 'people')
    const { people, faults } = readPeopleFile(bytes)
    refuseFaults(file, faults)

    await db.transaction().execute(async (tx) => {
      const known = await knownPeople(tx, company)
      const taken = await userNamesTaken(tx, company)
      const numbers = new Set(people.map(({ number }) => number))
      const claimed = new Map(taken)
      const alikeOf = alikeAmong(known.keys())
      const unfit = people.flatMap((person) => whyNot(person, { numbers, known, alikeOf, claimed }))
      refuseFaults(file, [...(await ownerFaults(tx, company, people)), ...unfit])
      const news = people.filter(({ number }) => !known.has(number))
      const kept = people.reduce((count, person) => count + keptBy(person, known.get(person.number), owned), 0)
      const changed = people.filter((person) => changes(person, known.get(person.number), owned))
      tell(
        `${counted(news.length, 'ny anställd', 'nya anställda')}, ${changed.length} ändras, ${people.length - news.length - changed.length} är som förut.`,
      )
      const at = clock()
      const today = dateIn(variants.timeZoneOf(company), at)
      const alike = news.flatMap(({ number }) => {
        const other = alikeOf(number)
        if (other === undefined) return []
        const why = numbers.has(other) ? 'också står i filen' : 'har slutat'
        return [`Varning: ${number} är en ny anställd, men liknar ${other}, som ${why}.`]
      })
      const ofAreas = await areaWarnings(tx, { company, today, ofPlaces: await ofPlaces(tx, company) }, people, known)
      for (const warning of shortened([...alike, ...ofAreas])) tell(warning)
      if (kept > 0)
        tell(
          counted(
            kept,
            'uppgift som en anställd har ändrat själv lämnas som den är.',
            'uppgifter som anställda har ändrat själva lämnas som de är.',
          ),
        )
      const named = people.filter((person) => keepsName(person, known.get(person.number))).length
      if (named > 0)
        tell(
          counted(
            named,
            'anställd som har slutat behåller sitt namn, trots att filen har ett annat.',
            'anställda som har slutat behåller sina namn, trots att filen har andra.',
          ),
        )
      const byOffice = people.reduce((count, person) => count + keptByOffice(person, known.get(person.number)), 0)
      if (byOffice > 0)
        tell(
          counted(
            byOffice,
            'uppgift som kontoret har ändrat lämnas som den är.',
            'uppgifter som kontoret har ändrat lämnas som de är.',
          ),
        )
      const unnamed = known.size - (people.length - news.length)
      if (unnamed > 0)
        tell(
          `${counted(unnamed, 'anställd', 'anställda')} i ${company} står inte i filen och ${unnamed === 1 ? 'lämnas som den är' : 'lämnas som de är'}.`,
        )
      if (dryRun) {
        tell(onlyTried)
        return
      }
      await applyPeople(tx, company, people, owned)
      await onLeft(tx, { company, at, today, by: null })
    })
    if (!dryRun) tell('Klart.')
  },
})

interface Surroundings {
  readonly numbers: ReadonlySet<string>
  readonly known: ReadonlyMap<string, KnownPerson>
  readonly alikeOf: ReturnType<typeof alikeAmong>
  /** The employee number of each user name: of the stored employees, and of the file's lines so far. */
  readonly claimed: Map<string, string>
}

function whyNot(person: Person, { numbers, known, alikeOf, claimed }: Surroundings): string[] {
  const { line, number, manager } = person
  const faults: string[] = []
  const blame = (column: string, why: string) => faults.push(faultAt(line, column, why))
  const former = known.get(number)
  if (former && !former.active && person.active && isAnother(person, former)) {
    blame(
      'anstid',
      `${number} har slutat och hette något annat. Är det samma person: ta tillbaka den anställda på kontoret först. Är det någon annan: ge ett nytt nummer eller radera den som slutade (npm run erase)`,
    )
  }
  const other = former ? undefined : alikeOf(number)
  // Who has both numbers in the file means two employees, and a payroll system may send nothing more of one who has left.
  if (other !== undefined && !numbers.has(other) && known.get(other)?.active) {
    blame(
      'anstid',
      `${askIfMisspelt(number, other)} Är det en annan anställd: ta med även ${other} i filen. Är det ${other} som är felskrivet: avsluta den anställningen på kontoret`,
    )
  }
  if (manager && !known.has(manager) && !numbers.has(manager)) {
    blame('chef_anstid', `${manager} finns varken i filen eller i bolaget`)
  }
  const userName = person.userName ?? (known.has(number) ? null : number.toLowerCase())
  if (userName) {
    const owner = claimed.get(userName) ?? number
    if (owner !== number) blame('anvandarnamn', `${userName} har redan en annan anställd`)
    claimed.set(userName, owner)
  }
  return faults
}

const sameName = (one: string | undefined, other: string) =>
  one === undefined || one.normalize().toLowerCase() === other.normalize().toLowerCase()

/** Whether the file means another person, who with the number of a former employee would get that employee's payslips, reports and account. */
const isAnother = ({ details }: Person, former: KnownPerson) =>
  nameFields.some((field) => !sameName(details[field], former.details[field]))

const nameFields = ['firstName', 'lastName'] as const
const isName = (field: Owned[number]) => nameFields.some((each) => each === field)

/**
 * Whether a row leaves an employee who has left with the stored name, as applyPeople does: the next row, or the office, could otherwise bring
 * back somebody else. The row is not refused, because a payroll system corrects names of those who have left too.
 */
const keepsName = ({ details, active }: Person, known: KnownPerson | undefined) =>
  known !== undefined &&
  !known.active &&
  !active &&
  nameFields.some((field) => !sameName(details[field], known.details[field]))

type Owned = readonly (typeof personalFields)[number][]

const isKept = (field: Owned[number], known: KnownPerson, owned: Owned) =>
  owned.includes(field) && known.ownFields.includes(field)

/** How many of the file's values are ignored because the employee has changed them. */
function keptBy({ details }: Person, known: KnownPerson | undefined, owned: Owned): number {
  if (!known) return 0
  return personalFields.filter((field) => {
    const value = details[field]
    return value !== undefined && value !== known.details[field] && isKept(field, known, owned)
  }).length
}

/** The fields, besides the personal details, in which the file differs from the stored employee, as `office_fields` names them. */
function otherwise({ claims, manager, active }: Person, known: KnownPerson): string[] {
  return [
    ...Object.entries(claims).flatMap(([type, values]) => (sameSet(values, known.claims[type] ?? []) ? [] : [type])),
    ...(manager !== null && manager !== known.manager ? ['manager'] : []),
    ...(active !== null && active !== known.active ? ['active'] : []),
  ]
}

const keptByOffice = (person: Person, known: KnownPerson | undefined): number =>
  known ? otherwise(person, known).filter((field) => known.officeFields.includes(field)).length : 0

function changes(person: Person, known: KnownPerson | undefined, owned: Owned): boolean {
  if (!known) return false
  const { details, userName, work } = person
  const isWritten = (field: Owned[number]) =>
    !isKept(field, known, owned) && (known.active || person.active === true || !isName(field))
  return (
    personalFields.some((field) => {
      const value = details[field]
      return value !== undefined && value !== known.details[field] && isWritten(field)
    }) ||
    (userName !== null && userName !== known.userName) ||
    workNumbers.some((which) => work[which] !== undefined && work[which] !== known.work[which]) ||
    otherwise(person, known).some((field) => !known.officeFields.includes(field))
  )
}

const workNumbers = ['telephone', 'mobile'] as const

const sameSet = (some: readonly string[], others: readonly string[]) =>
  JSON.stringify(some.toSorted()) === JSON.stringify(others.toSorted())
