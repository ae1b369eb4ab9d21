import { sql, type SqlBool } from 'kysely'
import type { Database } from '#platform/server/area.ts'
import type { AllWritten } from '#platform/server/db/rows.ts'
import { Refusal, refused } from '#platform/server/http/errors.ts'
import type { Answer, Assign, Mark, Merge, Note } from '../acts.ts'
import { noAnswer, noReason } from '../failures.ts'
import {
  type Acting,
  actorOf,
  type Desk,
  happen,
  type Happening,
  lockCase,
  type Locked,
  markedSince,
  type Patch,
  roleOn,
  selectLocked,
} from './change.ts'
import { storeWords } from './case-words.ts'
import { demandsOn, filledOf, formsOf } from './filled-forms.ts'
import { handlesInEmergency, isHandler, lockOwnerOfEnded, whyReleased } from './handlers.ts'
import { capitalised } from '../rules.ts'
import { lockActive } from '#core/people/server/store.ts'
import { markedBecause, unreadAgain } from './mark-reads.ts'
import { whichCase } from './one-case.ts'
import { type FormOfQueue, isEnded, type Queue } from './queue.ts'
import { caseTables } from './tables.ts'

// Each act runs in the transaction of its caller, on a locked case: either all of it is stored or nothing.

type Bulky<Body extends { version: number }> = Omit<Body, 'version'> & {
  /** Null: the act is accepted even if the case has changed meanwhile, as in a change of several cases. */
  readonly version: number | null
  /** For a change of several cases: the version in which this one was chosen, if it is known. */
  readonly chosenAt?: number | null
}

interface Informed {
  /** The numbers of cases whose reporters have already got the text by the same change of several cases. */
  readonly informed?: ReadonlySet<string>
}

export async function assignCase(
  tx: Database,
  queue: Queue,
  asking: Acting,
  { number, version, chosenAt, owner: chosen, ...unwritten }: Bulky<Assign>,
): Promise<void> {
  unwritten satisfies AllWritten
  const owner = chosen === 'jag' ? asking.employee.id : chosen
  const own = owner === asking.employee.id
  // The employee is locked before the case, as the end of an employment does: otherwise the two could deadlock.
  if (owner !== null && !own) await lockActive(tx, owner)
  const found = await lockCase(tx, queue, asking, { number, version, chosenAt, act: own ? 'take' : 'assign' })
  if (found.ownerId === owner) return
  if (own && handlesInEmergency(queue, asking.employee, found))
    throw refused({ owner: ['Med nödåtkomst blir du inte handläggare.'] })
  if (owner !== null && !own && !(await isHandler(tx, queue, asking, { owner, ...found })))
    throw refused({ owner: ['Personen handlägger inte sådana ärenden.'] })
  const event: Happening = { type: 'assigned', public: false, body: { owner } }
  await happen({ tx, queue, asking }, found, { ownerId: owner }, [event])
}

/**
 * Answers, asks, or changes the state. The first employee to answer a case without an owner becomes its owner, save with an emergency role. The reporters of the cases
 * merged into it get the answer too.
 */
export async function answerCase(
  tx: Database,
  queue: Queue,
  asking: Acting,
  { number, version, chosenAt, text: typed, state, asks, informed, ...unwritten }: Bulky<Answer> & Informed,
): Promise<void> {
  unwritten satisfies AllWritten
  const text = typed.trim()
  const waits = state !== null && queue.states[state]?.waits === true
  // The employees are locked before the case, as the end of an employment does.
  const isHeard = !(asks || waits) || (await hasReporterAtWork(tx, queue, asking, number))
  const found = await lockCase(tx, queue, asking, {
    number,
    version,
    chosenAt,
    act: state === null ? 'answer' : 'state',
  })
  if (state === null && text === '') throw refused({ text: [noAnswer] })
  if (asks && !queue.calls.words.asks) throw refused({ asks: ['Här går det inte att ställa frågor.'] })
  if (asks && text === '') throw refused({ text: ['Skriv frågan.'] })
  if (state !== null) {
    if (!queue.states[found.state]?.next.includes(state))
      throw new Refusal(409, `${number} är ${found.state} och kan inte bli ${state}.`)
    if (queue.states[state]?.needsText && text === '')
      throw refused({ text: ['Skriv varför. Den som ärendet gäller läser det.'] })
  }
  const ends = state !== null && isEnded(queue, state)
  if (ends) await refuseUnlessWritten(tx, queue, asking, found)
  if (!isHeard)
    throw refused({
      [asks ? 'asks' : 'state']: [`${capitalised(queue.calls.words.person)} arbetar inte kvar och kan inte svara.`],
    })
  if (asks && (ends || found.endedAt !== null)) throw refused({ text: ['Ett avslutat ärende kan inte vänta på svar.'] })
  const unmarks = ends && found.marked && queue.mark?.stays !== true
  const patch: Patch = {
    ...(state !== null && { state }),
    ...(ends && { endedAt: asking.now, marked: found.marked && !unmarks }),
    ownerId: found.ownerId ?? (handlesInEmergency(queue, asking.employee, found) ? null : actorOf(asking)),
    answeredAt: asking.now,
    askedAt: asks || waits ? asking.now : state === null ? stillAsked(queue, found) : null,
    replied: false,
  }
  const body = text === '' ? {} : { text }
  const events: Happening[] = [
    ...(state === null
      ? []
      : [{ type: 'state' as const, public: true, body: asks ? { to: state } : { ...body, to: state } }]),
    ...(state === null || asks
      ? [{ type: asks ? ('asked' as const) : ('answered' as const), public: true, body }]
      : []),
    ...(unmarks ? [{ type: 'marked' as const, public: false, body: { to: queue.mark?.unset ?? '' } }] : []),
  ]
  await forAll({ tx, queue, asking }, found, patch, events, informed)
}

/**
 * Since when a case still waits after an answer without a question. What was asked was settled in another way, but in a state that waits
 * the reporter still has to do something.
 */
const stillAsked = (queue: Queue, { state, askedAt }: Locked): Date | null =>
  queue.states[state]?.waits ? askedAt : null

/**
 * Whether the reporter of the case, or of one merged into it, works there and can answer. Their employments then end only after this
 * transaction.
 */
async function hasReporterAtWork(tx: Database, { calls }: Queue, asking: Acting, number: string): Promise<boolean> {
  const { rows } = await sql`
    select from cases c
      join cases m on m.company = c.company and m.kind = c.kind and (m.id = c.id or m.merged_into = c.id)
      join employees o on o.id = m.reporter_id
    where c.company = ${asking.employee.company} and c.kind = ${calls.kind} and c.number = ${number} and o.active
    order by o.id for share of o`.execute(tx)
  return rows.length > 0
}

/** A case ends only when what the law or the company requires has been written; the refusal names all that is missing. */
async function refuseUnlessWritten(tx: Database, queue: Queue, { employee }: Acting, found: Locked): Promise<void> {
  const missing = await demandsOn(tx, queue, { company: employee.company, ...found })
  if (missing.length > 0) throw refused({ state: missing })
}

export async function noteCase(tx: Database, queue: Queue, asking: Acting, note: Note): Promise<void> {
  const { number, text, ...unwritten } = note
  unwritten satisfies AllWritten
  const found = await lockCase(tx, queue, asking, { number, version: null, act: 'note' })
  await happen({ tx, queue, asking }, found, {}, [{ type: 'noted', public: false, body: { text: text.trim() } }])
}

export async function markCase(
  tx: Database,
  queue: Queue,
  asking: Acting,
  { number, version, on, text: typed, ...unwritten }: Mark,
): Promise<void> {
  unwritten satisfies AllWritten
  if (on && queue.mark?.reopens !== undefined)
    await lockOwnerOfEnded(
      tx,
      sql`c.company = ${asking.employee.company} and c.kind = ${queue.calls.kind} and c.number = ${number}`,
    )
  const found = await lockCase(tx, queue, asking, { number, version, act: 'mark' })
  if (found.marked === on) return
  if (!on && queue.mark?.unset === null) throw new Refusal(409, `${number} förblir märkt: ${queue.mark.set}.`)
  const text = typed.trim()
  if (on && queue.mark?.notifies && text === '') throw refused({ text: [noReason] })
  const to = (on ? queue.mark?.set : queue.mark?.unset) ?? ''
  const event: Happening = { type: 'marked', public: false, body: { to, ...(text !== '' && { text }) } }
  const reopened = on && found.endedAt !== null ? queue.mark?.reopens : undefined
  const released = reopened === undefined ? null : await whyReleased(tx, queue, asking, found)
  const again: Happening[] =
    reopened === undefined
      ? []
      : [{ type: 'state', public: true, body: { to: reopened, text: 'Ärendet är öppnat igen.' } }]
  if (released !== null) again.push({ type: 'assigned', public: false, body: { owner: null, text: released } })
  const patch: Patch = {
    marked: on,
    ...(reopened !== undefined && {
      state: reopened,
      endedAt: null,
      ownerId: released === null ? found.ownerId : null,
    }),
  }
  await forAll({ tx, queue, asking }, found, patch, [event, ...again])
  if (on) await unreadAgainForAll(tx, queue, asking, found.id)
}

/**
 * Merges a case into another, in most queues one about the same thing. From then on its reporter gets the answers of the other case. What the
 * reporter has been asked may still be answered, and the other case gets that answer too.
 */
export async function mergeCase(
  tx: Database,
  queue: Queue,
  asking: Acting,
  { number, version, into, ...unwritten }: Merge,
): Promise<void> {
  unwritten satisfies AllWritten
  if (number === into) throw refused({ into: ['Välj ett annat ärende.'] })
  // A case that the employee does not see gives a 404, whatever the other one would be refused for.
  for (const each of [number, into]) await whichCase(tx, queue, asking, { number: each })
  // In the order of their numbers, so that two merges at the same time do not deadlock.
  const lock = (each: string) =>
    lockCase(tx, queue, asking, { number: each, version: each === number ? version : null, act: 'merge' })
  const [one, other] = number < into ? [await lock(number), await lock(into)] : [await lock(into), await lock(number)]
  const [found, main] = one.number === number ? [one, other] : [other, one]
  if (queue.merges !== 'any' && (found.about === null || found.about !== main.about))
    throw refused({ into: ['Ärendena gäller inte samma sak.'] })
  if ((await mergedInto({ tx, queue, asking }, found.id)).length > 0)
    throw refused({ into: [`Andra ärenden är redan ihopslagna med ${number}. Slå ihop åt andra hållet.`] })
  if (await waitsForCheck(tx, queue, asking, found.id)) {
    const both = await waitsForCheck(tx, queue, asking, main.id)
    const why = both
      ? `Båda ärendena har en åtgärd som ska kontrolleras. Åtgärden i ${number} eller ${into} måste kontrolleras först.`
      : `${number} har en åtgärd som ska kontrolleras. Slå ihop åt andra hållet, så att den inte glöms bort.`
    throw refused({ into: [why] })
  }
  const lacking = await onlyFilledIn({ tx, queue, asking }, found.id, main.id)
  if (lacking.length > 0) throw refused({ into: [await whatInstead({ tx, queue, asking }, { found, main, lacking })] })
  const own = queue.calls.words.notice?.thing(number, found.about) ?? 'Din anmälan'
  const text = `${own} gäller samma sak som ${main.number}, som redan hanteras. Du får samma svar.`
  const marked = main.marked || found.marked
  const since = await sinceMarked({ tx, queue, asking }, [found, main])
  const marking = marked ? await markedLike({ tx, queue, asking }, found.marked ? found.id : main.id, since) : []
  const patch: Patch = { mergedInto: main.id, state: main.state, marked, replied: false }
  const merged: Happening = { type: 'merged', public: true, body: { to: main.number, text } }
  const before = await mergedInto({ tx, queue, asking }, main.id)
  await happen({ tx, queue, asking }, found, patch, [merged, ...(found.marked ? [] : marking)])
  await project({ tx, queue, asking }, found, patch, [merged])
  // If the other case is marked already, its clock counts from the earlier of the two marks.
  const added: Happening = { type: 'merged', public: false, body: { to: number, ...(main.marked && { since }) } }
  const becomesMarked = marked && !main.marked
  // A reply that nobody has read yet has to be read in the other case now.
  const replied = main.replied || found.replied
  await happen({ tx, queue, asking }, main, { marked, replied }, [added, ...(becomesMarked ? marking : [])])
  await project({ tx, queue, asking }, main, { marked }, [])
  const all = [found, main, ...before].map(({ id }) => id)
  await storeWords(tx, queue, asking.employee.company, all)
  if (!becomesMarked) return
  const otherwise = roleOn(queue, asking.employee, main)
  for (const each of before) {
    await happen({ tx, queue, asking, otherwise }, each, { marked }, marking)
    await project({ tx, queue, asking }, each, { marked }, [])
  }
  await unreadAgainForAll(tx, queue, asking, main.id)
}

/**
 * Whether a measure in the case's forms still has to be checked. In a merged case no form can be filled in, and nothing is shown as late.
 */
async function waitsForCheck(tx: Database, queue: Queue, { employee }: Acting, id: number): Promise<boolean> {
  const found = await caseTables(tx)
    .selectFrom('cases')
    .select('check_by')
    .where('company', '=', employee.company)
    .where('kind', '=', queue.calls.kind)
    .where('id', '=', id)
    .executeTakeFirst()
  return found !== undefined && found.check_by !== null
}

/**
 * The forms that are filled in once, and are so in the first case and not in the other one. In a merged case nobody sees them, and what the
 * law demands would be asked for again.
 */
async function onlyFilledIn({ tx, queue, asking }: Desk, id: number, other: number): Promise<FormOfQueue[]> {
  const filled = await filledOf(tx, queue, asking.employee.company, [id, other])
  const has = (of: number, name: string) => filled.get(of)?.some(({ form }) => form === name) === true
  return (queue.forms ?? []).filter(({ name, many }) => many !== true && has(id, name) && !has(other, name))
}

interface Lacking {
  readonly found: Locked
  readonly main: Locked
  readonly lacking: readonly FormOfQueue[]
}

/** Says which forms the case to merge into lacks, and what to do instead or first. If the other way is refused too, that refusal says the rest. */
async function whatInstead(desk: Desk, { found, main, lacking }: Lacking): Promise<string> {
  const { tx, queue, asking } = desk
  const has = `${found.number} har ${new Intl.ListFormat('sv').format(lacking.map(({ title }) => title))} ifyllt`
  const back = await onlyFilledIn(desk, main.id, found.id)
  const waits = await waitsForCheck(tx, queue, asking, main.id)
  if (back.length === 0 && !waits) return `${has}. Slå ihop åt andra hållet.`
  const fits = (forms: readonly FormOfQueue[], into: Locked, marked = into.marked) =>
    forms.every((form) => formsOf(queue, { ...into, marked }).includes(form))
  if (fits(lacking, main)) return `${has}. Fyll i det i ${main.number} först.`
  const marks = queue.mark !== undefined
  if (marks && fits(lacking, main, true))
    return `${has}. Märk ${main.number} med ”${queue.mark.set}” och fyll i det där först.`
  const none = `${has}, och ${main.number} har ingen sådan blankett.`
  if (!fits(back, found, found.marked || marks)) return `${none} Ärendena kan inte slås ihop.`
  return `${none} Slå ihop åt andra hållet${waits ? ` när åtgärden i ${main.number} är kontrollerad` : ''}.`
}

/**
 * The time (ISO 8601) since which one of the cases has been marked, the earlier one if both are; undefined if neither is. Without it a
 * merge would put off what is promised from the mark on.
 */
async function sinceMarked({ tx, queue, asking }: Desk, cases: readonly [Locked, Locked]): Promise<string | undefined> {
  const { company } = asking.employee
  const marks: Date[] = []
  for (const each of cases) if (each.marked) marks.push(await markedSince(tx, queue, company, each))
  return marks.toSorted((a, b) => a.getTime() - b.getTime())[0]?.toISOString()
}

/** The event that marks a case like another one, with the same reason. */
async function markedLike({ tx, queue, asking }: Desk, id: number, since: string | undefined): Promise<Happening[]> {
  const { company } = asking.employee
  const { rows } = await sql<{ because: string | null }>`
    select ${markedBecause(queue.calls, { company: sql.val(company), id: sql.val(id) })} as because`.execute(tx)
  const because = rows[0]?.because ?? null
  const body = { to: queue.mark?.set ?? '', ...(because !== null && { text: because }), since }
  return [{ type: 'marked', public: false, body }]
}

async function unreadAgainForAll(tx: Database, queue: Queue, asking: Acting, id: number): Promise<void> {
  if (queue.mark?.notifies || queue.copies) await unreadAgain(tx, queue, asking, id)
}

/**
 * Writes an act to a case and to those merged into it, so that their reporters see it in their own cases. Reporters who got the text by the
 * same change, before the cases were merged, get the state and not the text again. A case that has been answered before keeps the time of
 * its first answer.
 */
async function forAll(
  desk: Desk,
  found: Locked,
  patch: Patch,
  events: readonly Happening[],
  informed: ReadonlySet<string> = new Set(),
): Promise<void> {
  const withoutText = events.map((event) => ({ ...event, body: { ...event.body, text: undefined } }))
  const otherwise = roleOn(desk.queue, desk.asking.employee, found)
  for (const each of [found, ...(await mergedInto(desk, found.id))]) {
    const happening = informed.has(each.number) ? withoutText : events
    const own = patch.answeredAt ? { ...patch, answeredAt: each.answeredAt ?? patch.answeredAt } : patch
    await happen({ ...desk, otherwise }, each, own, happening)
    await project(desk, each, own, happening)
  }
}

/** Locks and returns the cases merged into another one, also those in areas that the employee does not reach. */
const mergedInto = ({ tx, queue, asking }: Desk, id: number) =>
  selectLocked(
    tx,
    queue,
    asking,
    sql<SqlBool>`c.company = ${asking.employee.company} and c.kind = ${queue.calls.kind} and c.merged_into = ${id}`,
  )

/** Reports to the area what has changed for the reporter. */
async function project(
  { tx, queue, asking }: Desk,
  before: Locked,
  patch: Patch,
  events: readonly Happening[],
): Promise<void> {
  const state = patch.state === undefined || patch.state === before.state ? null : patch.state
  const marked = patch.marked ?? before.marked
  const text = events.find(({ type }) => type === 'state')?.body.text ?? null
  const said = events.find((event) => event.public && event.body.text !== undefined)?.body.text ?? null
  if (state === null && marked === before.marked && said === null) return
  const { company } = asking.employee
  const by = actorOf(asking)
  await queue.project(tx, { company, id: before.id, at: asking.now, by, state, text, said, marked })
}
