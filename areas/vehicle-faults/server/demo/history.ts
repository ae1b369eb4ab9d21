import { demoPicture, type DemoPicture } from '#core/pictures/server/demo/photos.ts'
import { addDays, weekdayOf } from '#platform/contract/wall-clock.ts'
import { type FaultState, isEnded } from '../../rules.ts'
import { answerTo } from './answers.ts'
import { fillings, reasonsFor, scenesOf, textsOf, withPhoto } from './texts.ts'

interface DemoStep {
  readonly state: FaultState
  /** The workshop's text with the step. */
  readonly reason: string | null
  /** Wall-clock time `YYYY-MM-DDTHH:mm:ss`, like all times here. */
  readonly at: string
}

export interface DemoFault {
  readonly number: number
  readonly vehicle: string
  readonly category: string
  readonly text: string
  readonly reporter: string
  readonly steps: readonly DemoStep[]
  readonly pictures: readonly DemoPicture[]
}

interface Company {
  readonly id: string
  readonly vehicles: readonly string[]
  readonly drivers: readonly string[]
}

/** The number of reports per driver, and the number of days. */
const EACH = 9
const DAYS = 125

// The states of a driver's reports, newest first: together they include every state, and the first driver has them all.
const statesFromNewest: readonly (readonly FaultState[])[] = [
  ['Mottagen', 'Bedömd', 'Åtgärdas', 'Ingen åtgärd', 'Klar'],
  ['Klar', 'Ingen åtgärd', 'Klar', 'Klar'],
  ['Åtgärdas', 'Klar', 'Klar', 'Ingen åtgärd'],
  ['Bedömd', 'Klar', 'Åtgärdas', 'Klar'],
]

const wayTo: Readonly<Record<FaultState, readonly FaultState[]>> = {
  Mottagen: [],
  Bedömd: ['Bedömd'],
  Åtgärdas: ['Bedömd', 'Åtgärdas'],
  Klar: ['Bedömd', 'Åtgärdas', 'Klar'],
  'Ingen åtgärd': ['Bedömd', 'Ingen åtgärd'],
}

/** A company's faults of the last months, oldest first; deterministic for a day. */
export function demoFaults({ id, vehicles, drivers }: Company, today: string, firstNumber: number): DemoFault[] {
  if (vehicles.length === 0 || drivers.length === 0) return []
  const random = randomOf(id)
  const count = drivers.length * EACH
  // Everybody reports once in each round, in random order.
  const rounds = Array.from({ length: EACH }, () => shuffled([...drivers.keys()], random))
  const newestFirst = rounds.flat().map((driver, fromNewest) => {
    const round = Math.floor(fromNewest / drivers.length)
    const state = stateOf(driver, round)
    const daysAgo = 1 + Math.floor((fromNewest * DAYS) / count)
    const drawn = pick(Object.keys(textsOf), random)
    const created = { date: addDays(today, -daysAgo), time: clockBetween(4, 23, random) }
    const number = firstNumber + count - 1 - fromNewest
    const vehicle = pick(vehicles, random)
    const drawnText = filled(pick(textsOf[drawn] ?? [], random), random)
    // The first driver's newest report, which is open, has a photo.
    const { category, text } = driver === 0 && round === 0 ? withPhoto : { category: drawn, text: drawnText }
    return {
      number,
      vehicle,
      category,
      text,
      reporter: drivers[driver] ?? '',
      steps: stepsTo(state, created, { today, reasons: reasonsFor(category) }, random).map((step) => ({
        ...step,
        reason: step.reason ?? answerTo(category, step.state, number),
      })),
      pictures: scenesOf(text).map((scene, position) =>
        demoPicture(`${id} F-${number}`, position, `IMG_${2000 + number + position}.jpg`, scene),
      ),
    }
  })
  return newestFirst.toReversed()
}

function stateOf(driver: number, fromNewest: number): FaultState {
  const state = statesFromNewest[driver % statesFromNewest.length]?.[fromNewest] ?? 'Klar'
  // The workshop answers, so only the first driver has open reports that are more than a few weeks old.
  return driver > 0 && fromNewest > 0 && !isEnded(state) ? 'Klar' : state
}

/** The steps from received to `state`, at most one per working day, as far as possible by yesterday. */
function stepsTo(
  state: FaultState,
  created: { date: string; time: string },
  { today, reasons }: { today: string; reasons: readonly string[] },
  random: () => number,
): DemoStep[] {
  const steps: DemoStep[] = [{ state: 'Mottagen', reason: null, at: `${created.date}T${created.time}` }]
  let { date } = created
  for (const next of wayTo[state]) {
    date = workingDayFrom(addDays(date, 1 + Math.floor(random() * 3)))
    if (date >= today) break
    const reason = next === 'Ingen åtgärd' ? pick(reasons, random) : null
    steps.push({ state: next, reason, at: `${date}T${clockBetween(7, 15, random)}` })
  }
  return steps
}

function workingDayFrom(date: string): string {
  const weekday = weekdayOf(date)
  return weekday === 'lördag' ? addDays(date, 2) : weekday === 'söndag' ? addDays(date, 1) : date
}

const two = (value: number) => String(Math.floor(value)).padStart(2, '0')

function clockBetween(from: number, to: number, random: () => number): string {
  return `${two(from + random() * (to - from))}:${two(random() * 60)}:${two(random() * 60)}`
}

function filled(text: string, random: () => number): string {
  const words = text.replaceAll(/\{(\p{L}+)\}/gu, (_all, name: string) => pick(fillings[name] ?? [], random))
  return words.charAt(0).toLocaleUpperCase('sv') + words.slice(1)
}

function shuffled<Value>(values: readonly Value[], random: () => number): Value[] {
  return values
    .map((value) => ({ value, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ value }) => value)
}

const pick = <Value>(values: readonly Value[], random: () => number): Value =>
  values[Math.floor(random() * values.length)] as Value

/** A pseudo-random generator with the same numbers for the same seed (mulberry32). */
function randomOf(seed: string): () => number {
  let state = Array.from(seed).reduce((sum, letter) => Math.imul(sum, 31) + (letter.codePointAt(0) ?? 0), 7)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
