import type { EcoHint } from '../contract.ts'
import { indexOf, type Used } from '../rules.ts'

/** How far back the hint looks; its texts say four weeks. */
export const HINT_DAYS = 28
/** Fewer measured trips show chance, not driving. */
const LEAST_TRIPS = 10
/** A group, and the trips that it is compared with, need at least this many. */
const LEAST_IN_GROUP = 4
/** A smaller difference is not worth mentioning. */
const LEAST_DIFFERENCE = 0.03

export interface HintTrip extends Used {
  /** 'Linje 4 mot Vasaplan 06:12'. */
  readonly trip: string
  readonly temperature: number | null
}

/** Trips that have something in common, and what to try on them. */
interface Group {
  /** Begins a sentence: 'På linje 4'. */
  readonly where: string
  readonly advice: string
}

const ease = 'Prova att släppa gasen tidigare inför hållplatser och rödljus'

/** A sentence or two about an employee's own trips: what stands out, and what to do about it. */
export function hintFrom(trips: readonly HintTrip[]): EcoHint {
  const measured = trips.filter((trip) => indexOf(trip) !== null)
  if (measured.length < LEAST_TRIPS) {
    const count = measured.length === 0 ? 'Hittills har du ingen' : `Hittills har du ${measured.length}`
    const text = `För ett tips behövs minst ${LEAST_TRIPS} turer med uppmätt förbrukning under de senaste fyra veckorna. ${count}.`
    return { kind: 'tooLittle', text }
  }
  const [most] = departures(measured).sort((a, b) => b.ratio - a.ratio)
  if (most && most.ratio >= 1 + LEAST_DIFFERENCE) {
    const { where, advice } = most.group
    const more = `${Math.round((most.ratio - 1) * 100)}\u00a0%`
    return {
      kind: 'advice',
      text: `${where} har ditt jämförelseindex varit ${more} högre än på dina övriga turer de senaste fyra veckorna. ${advice}.`,
    }
  }
  return { kind: 'even', text: evenly(sum(measured)) }
}

function evenly(all: Used): string {
  const even =
    'Du kör jämnt: ingen linje, ingen tid på dagen och inte heller kylan har stuckit ut de senaste fyra veckorna.'
  const over = Math.round(((indexOf(all) ?? 1) - 1) * 100)
  return over > 5 ? `${even} Totalt drar du ${over}\u00a0% mer än jämförelsen. ${ease}.` : `${even} Fortsätt så.`
}

function departures(trips: readonly HintTrip[]): { group: Group; ratio: number }[] {
  const groups = new Map<string, { group: Group; inside: Set<HintTrip> }>()
  for (const trip of trips) {
    for (const group of groupsOf(trip)) {
      const known = groups.get(group.where) ?? { group, inside: new Set() }
      groups.set(group.where, known)
      known.inside.add(trip)
    }
  }
  return [...groups.values()].flatMap(({ group, inside }) => {
    const others = trips.filter((trip) => !inside.has(trip))
    if (inside.size < LEAST_IN_GROUP || others.length < LEAST_IN_GROUP) return []
    const [own, rest] = [indexOf(sum([...inside])), indexOf(sum(others))]
    return own !== null && rest ? [{ group, ratio: own / rest }] : []
  })
}

function sum(trips: readonly Used[]): Used {
  return trips.reduce<{ litres: number; expected: number }>(
    (total, { litres, expected }) => ({
      litres: total.litres + (litres ?? 0),
      expected: total.expected + (expected ?? 0),
    }),
    { litres: 0, expected: 0 },
  )
}

function groupsOf({ trip, temperature }: HintTrip): Group[] {
  const groups: Group[] = [placeOf(trip)]
  const hour = hourOf(trip)
  if (hour !== null) groups.push(timeOf(hour))
  if (temperature !== null && temperature < 0) {
    groups.push({
      where: 'När det är minusgrader',
      advice: 'Låt värmaren och inte tomgången värma bussen, och kör mjukt tills motorn är varm',
    })
  }
  return groups
}

function placeOf(trip: string): Group {
  const named = /(?<!\p{L})linje\s+([\p{L}\p{N}]+)/iu.exec(trip)
  const line = (named ?? /^(\d{1,4}\p{L}?)(?![\p{L}\p{N}:.])/u.exec(trip))?.[1]
  return { where: line ? `På linje ${line}` : `På turen ${trip}`, advice: ease }
}

/** The hour of the first time of day in a trip's description. */
function hourOf(trip: string): number | null {
  const found = /(?<!\d)([01]?\d|2[0-9])[:.][0-5]\d(?!\d)/.exec(trip)?.[1]
  return found === undefined ? null : Number(found) % 24
}

function timeOf(hour: number): Group {
  const inPeak = 'Prova att hålla längre avstånd, så att bussen får rulla i stället för att bromsa och ta fart igen'
  const inQuiet = 'Prova att låta bussen rulla ut i stället för att bromsa på slutet'
  if (hour >= 4 && hour < 6) return { where: 'På turer före klockan 6', advice: inQuiet }
  if (hour >= 6 && hour < 9) return { where: 'På turer mellan klockan 6 och 9', advice: inPeak }
  if (hour >= 9 && hour < 15) return { where: 'På turer mellan klockan 9 och 15', advice: ease }
  if (hour >= 15 && hour < 18) return { where: 'På turer mellan klockan 15 och 18', advice: inPeak }
  return { where: 'På turer efter klockan 18', advice: inQuiet }
}
