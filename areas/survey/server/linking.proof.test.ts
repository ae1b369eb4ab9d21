// A thousand employees answer over many hours. The attacker has the write-ahead log, and so knows who sent in which hour and which answers
// were released at its end. The attacker also has the staff lists of each hour and all readable answers.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { effort, seed, tried } from '../../../checks/effort.ts'
import type { ContentType } from '../contract/status.ts'
import { filledForm } from './answers-fixture.ts'
import { expectNoFew } from './no-few-fixture.ts'
import { saveAnswer } from './store.ts'
import { allAnswers, mixedAnswers, surveyPortal, type SurveyPortal } from './survey-fixture.ts'
import { type KeptLog, keepLog, placesOf, writeAheadLog } from './wal-fixture.ts'

const count = effort({ sample: 60, full: 1000 })
const hours = effort({ sample: 4, full: 24 })

interface Person {
  readonly id: string
  readonly company: string
  readonly form: ContentType
  readonly area: string
  readonly hour: number
  readonly words: string
}

let portal: SurveyPortal
let people: Person[]
let keptLog: KeptLog

/** A pseudo-random generator, which gives the same numbers for the same seed. */
function lots(from: number): (below: number) => number {
  let state = from >>> 0
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

beforeAll(async () => {
  portal = await surveyPortal({ onDisk: true })
  keptLog = await keepLog(portal)
  const { rows } = await sql<{ id: string }>`
    insert into employees (company, number, user_name, first_name, last_name)
    select 'norr', 'L' || n, 'lank' || n, 'Förnamn', 'Efternamn' from generate_series(1, ${count}) n returning id`.execute(
    portal.db,
  )
  const draw = lots(seed)
  // Uneven, so that there are groups of every size.
  const among = (names: readonly string[]) => names[Math.min(draw(names.length), draw(names.length))] ?? ''
  people = rows.map(({ id }, at) => ({
    id,
    company: among(['norr', 'vast', 'syd', 'ost']),
    form: among(['forare', 'tjansteman']) as ContentType,
    area: among(['a', 'b', 'c', 'd']),
    hour: draw(hours),
    words: `Ord ${String(at).padStart(4, '0')} av en.`,
  }))
}, 120_000)
afterAll(async () => {
  await keptLog.release()
  await portal.close()
})

test(
  'nobody is narrowed down to fewer than five, and the order of stored answers helps no more than chance',
  async (context) => {
    const author = new Map(people.map((person) => [person.words, person]))
    let waiting: Person[] = []
    let shown = new Set<string>()
    let groups = 0
    for (let hour = 0; hour < hours; hour++) {
      const now = people.filter((person) => person.hour === hour)
      for (const { id, company, form, area, words } of now) {
        const given = { year: 2027, form, company, area, answers: filledForm(form, words), old: false }
        expect(await saveAnswer(portal.db, portal.keys, id, given)).toBe(true)
      }
      await portal.mix()
      const pool = [...waiting, ...now]
      const out = (await mixedAnswers(portal.db)).filter(({ answers }) => !shown.has(answers['kunder5'] ?? ''))
      expectNoFew(out)
      const batches = Map.groupBy(out, ({ company, form, area }) => `${company} ${form} ${area}`)
      groups += batches.size
      const named = new Set(out.flatMap(({ company, form, area }) => (area ? [`${company} ${form} ${area}`] : [])))
      for (const { company, form, area, answers } of out) {
        // The attacker can only know that the author is one of the matching employees in this hour's pool.
        const crowd = pool.filter(
          (one) =>
            one.company === company &&
            one.form === form &&
            (area ? one.area === area : !named.has(`${company} ${form} ${one.area}`)),
        )
        expect(crowd.length).toBeGreaterThanOrEqual(5)
        expect(crowd).toContain(author.get(answers['kunder5'] ?? ''))
        // Everybody in that crowd has an answer among the released ones, so nobody can be excluded.
        expect(crowd).toHaveLength(batches.get(`${company} ${form} ${area}`)?.length ?? 0)
      }
      shown = new Set([...shown, ...out.map(({ answers }) => answers['kunder5'] ?? '')])
      waiting = pool.filter(({ words }) => !shown.has(words))
    }
    expectNoFew(await mixedAnswers(portal.db))
    const all = await allAnswers(portal.db, portal.keys)
    expect(all.map(({ answers }) => answers['kunder5'] ?? '').toSorted()).toEqual([...author.keys()].toSorted())

    const log = await writeAheadLog(portal, keptLog.since)
    const texts = new Map([...shown].map((words) => [words, Buffer.from(words)]))
    const said = placesOf(log, texts).filter(({ name }, at, places) => places[at - 1]?.name !== name)
    const first = [...new Map(said.toReversed().map((place) => [place.name, place])).values()].toSorted(
      (a, b) => a.at - b.at,
    )
    expect(first).toHaveLength(shown.size)
    for (const words of waiting.map((person) => person.words)) expect(log.includes(words)).toBe(false)
    // The attack: within each released group, pair the answers with the people in the order in which they sent.
    const groupOf = ({ company, form, area, hour }: Person) => `${company} ${form} ${area} ${hour}`
    const inOrder = Map.groupBy(
      people.filter(({ words }) => shown.has(words)),
      groupOf,
    )
    let right = 0
    for (const [group, senders] of inOrder) {
      const spoken = first.filter(({ name }) => groupOf(author.get(name) as Person) === group)
      right += senders.filter(({ words }, at) => spoken[at]?.name === words).length
    }
    // By chance one guess per group is right, so the sum has the number of groups as its mean and variance.
    const byChance = inOrder.size
    expect(right).toBeLessThan(byChance + 7 * Math.sqrt(byChance) + 5)
    expect(groups).toBeGreaterThan(0)
    tried(context, people.length)
  },
  effort({ sample: 120_000, full: 1_200_000 }),
)
