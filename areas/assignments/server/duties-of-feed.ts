import { hash } from 'node:crypto'
import { distinctLines, type Line } from '#platform/contract/lines.ts'
import { inSlices } from '#platform/server/slices.ts'
import type { CurrentAssignment, Trip } from '../contract.ts'
import { relaysOf, type Relay, type Turn } from './bus-relay.ts'
import { isRest } from './event-kind.ts'
import { serviceDay, type ServiceDay } from './service-day.ts'
import { runKey, type Feed, type Run, type RunEvent, type TripPattern } from './tods/read-feed.ts'

/** One employee's run on one service date, as it will be stored. */
interface FeedDuty {
  readonly employee: string
  readonly serviceDate: string
  readonly serviceId: string
  readonly run: string
  readonly contentHash: string
  readonly description: string
  readonly startsAt: string
  readonly endsAt: string
  readonly endsInstant: string
  /** Only if the wall-clock time alone could mean two instants. */
  readonly startsInstant?: string
  readonly startPlace: string
  readonly endPlace: string
  readonly vehicle: string
  readonly lines: readonly Line[]
  readonly breaks: CurrentAssignment['raster']
  readonly events: readonly (FeedEvent & BesideEvent)[]
}

interface FeedEvent {
  readonly sequence: number
  readonly startsAt: string
  readonly endsAt: string
  /** Both only if the wall-clock times alone could mean two instants each. */
  readonly startsInstant?: string
  readonly endsInstant?: string
  readonly tripStartsAt: string | null
  readonly description: string
  readonly vehicle: string
  readonly startPlace: string
  readonly endPlace: string
  readonly positioning: boolean
}

/** What is shown of an event but is not part of the content hash, so that a line's new colour does not withdraw a confirmation. */
interface BesideEvent {
  readonly line: Line | null
  readonly pattern: TripPattern | null
  readonly tripFirst: number | null
  readonly bus: Pick<Trip, 'fore' | 'efter'> | null
}

/** When a duty begins and ends, by the wall clock and as instants. */
export interface Span {
  readonly startsAt: string
  readonly endsAt: string
  /** Null unless the wall-clock time alone could mean two instants. */
  readonly startsInstant: Date | null
  readonly endsInstant: Date
}

/**
 * What identifies a duty, and the hash that shows whether it has changed. A large feed has a million events over all days, so they are
 * created again when the duty is written.
 */
export interface PlannedDuty extends Pick<FeedDuty, 'employee' | 'serviceDate' | 'serviceId' | 'run' | 'contentHash'> {
  readonly span: Span
  /** The stops of its trips. */
  readonly patterns: () => readonly TripPattern[]
  readonly whole: () => FeedDuty
}

/** All duties in a feed. */
export async function dutiesOfFeed(feed: Feed, timeZone: string): Promise<PlannedDuty[]> {
  const days = new Map<string, ServiceDay>()
  const outlines = new Map<Run, Outline>()
  const relays = relaysOf(feed.runs.values())
  const vehicleNames = new Map(feed.vehicles.map(({ id, label }) => [id, label]))
  const vehicles = new Map<string, Map<string, string>>()
  for (const { date, blockId, serviceId, vehicleId } of feed.vehicleAssignments) {
    const key = blockKey(date, blockId)
    const ofBlock = vehicles.get(key) ?? new Map<string, string>()
    vehicles.set(key, ofBlock.set(serviceId, vehicleNames.get(vehicleId) ?? vehicleId))
  }
  const dutyOn = ({ date, serviceId, runId, employeeId }: Feed['employeeDays'][number]): PlannedDuty | null => {
    const run = feed.runs.get(runKey(serviceId, runId))
    if (!run || run.events.length === 0) return null
    let day = days.get(date)
    if (!day) days.set(date, (day = serviceDay(date, timeZone)))
    const vehicleOf = ({ blockId, tripServiceId }: RunEvent) => {
      const byService = blockId && vehicles.get(blockKey(date, blockId))
      if (!byService) return ''
      // A block's service is that of its trips, which may differ from the run's.
      const ofBlock = () => run.events.find((other) => other.blockId === blockId && other.tripServiceId)?.tripServiceId
      return vehicleOfBlock(byService, tripServiceId ?? ofBlock() ?? run.serviceId)
    }
    const outline = outlines.get(run) ?? outlineOf(run)
    outlines.set(run, outline)
    const content = () => contentOf(run, outline, day, vehicleOf)
    const planned = content()
    const { startsAt, endsAt, endsInstant, startsInstant } = planned
    const contentHash = hash('sha256', JSON.stringify(planned), 'base64url')
    const duty = { employee: employeeId, serviceDate: date, serviceId: run.serviceId, run: run.runId, contentHash }
    return {
      ...duty,
      span: {
        startsAt,
        endsAt,
        startsInstant: startsInstant === undefined ? null : new Date(startsInstant),
        endsInstant: new Date(endsInstant),
      },
      patterns: () => run.events.flatMap(({ pattern }) => pattern ?? []),
      whole: () => {
        const { events, ...rest } = content()
        return {
          ...duty,
          ...rest,
          lines: outline.lines,
          breaks: outline.rests.map(({ startTime, endTime }) => ({
            starttid: day.wallClock(startTime),
            sluttid: day.wallClock(endTime),
          })),
          events: events.map((event, at) => ({ ...event, ...besideOf(run.events[at] as RunEvent, day, relays) })),
        }
      },
    }
  }
  const duties: PlannedDuty[] = []
  for await (const slice of inSlices(feed.employeeDays, 50)) {
    for (const each of slice) {
      const duty = dutyOn(each)
      if (duty) duties.push(duty)
    }
  }
  return duties
}

const blockKey = (date: string, blockId: string) => JSON.stringify([date, blockId])

/**
 * The vehicle that works a block in a service. Blocks of several services may share an id. If the block has no vehicle in this service, the
 * vehicle is known only if all services have the same one.
 */
function vehicleOfBlock(byService: ReadonlyMap<string, string>, serviceId: string): string {
  const [only = '', ...others] = new Set(byService.values())
  return byService.get(serviceId) ?? (others.length > 0 ? '' : only)
}

/** What the content hash of a duty is taken of. The order of the fields is part of the hash. */
type Content = Pick<
  FeedDuty,
  'description' | 'startsAt' | 'endsAt' | 'endsInstant' | 'startsInstant' | 'startPlace' | 'endPlace' | 'vehicle'
> & { readonly events: readonly FeedEvent[] }

function contentOf(run: Run, outline: Outline, day: ServiceDay, vehicleOf: (event: RunEvent) => string): Content {
  const events = run.events.map((event): FeedEvent => ({
    sequence: event.sequence,
    startsAt: day.wallClock(event.startTime),
    endsAt: day.wallClock(event.endTime),
    ...(day.changes && {
      startsInstant: day.instant(event.startTime).toISOString(),
      endsInstant: day.instant(event.endTime).toISOString(),
    }),
    tripStartsAt: event.tripFirstDeparture === null ? null : day.wallClock(event.tripFirstDeparture),
    description: describeEvent(event),
    vehicle: vehicleOf(event),
    startPlace: event.startLocation,
    endPlace: event.endLocation,
    positioning: event.isDeadhead,
  }))
  const { start, end, description, startPlace, endPlace } = outline
  return {
    description,
    startsAt: day.wallClock(start),
    endsAt: day.wallClock(end),
    endsInstant: day.instant(end).toISOString(),
    ...(day.changes && { startsInstant: day.instant(start).toISOString() }),
    startPlace,
    endPlace,
    vehicle: events.find((event) => event.vehicle)?.vehicle ?? '',
    events,
  }
}

/** What is the same on each day on which somebody works the run. */
interface Outline extends Pick<FeedDuty, 'description' | 'startPlace' | 'endPlace' | 'lines'> {
  /** Seconds of the service day. */
  readonly start: number
  readonly end: number
  readonly rests: readonly RunEvent[]
}

function outlineOf(run: Run): Outline {
  const byStart = run.events.toSorted((a, b) => a.startTime - b.startTime || a.sequence - b.sequence)
  const end = Math.max(...run.events.map((event) => event.endTime))
  return {
    start: byStart[0]?.startTime ?? 0,
    end,
    description: describeRun(run),
    startPlace: byStart[0]?.startLocation ?? '',
    endPlace: run.events.find((event) => event.endTime === end)?.endLocation ?? '',
    lines: distinctLines(byStart.flatMap(({ isDeadhead, line }) => (isDeadhead || !line ? [] : [line]))),
    rests: byStart.filter((event) => isRest(event.eventType) && event.isDeadhead && event.startTime < event.endTime),
  }
}

function besideOf(event: RunEvent, day: ServiceDay, relays: ReadonlyMap<RunEvent, Relay>): BesideEvent {
  const relay = relays.get(event)
  const handover = (turn: Turn | null) => turn && { tjanst: turn.run, tid: day.wallClock(turn.at) }
  return {
    line: event.isDeadhead ? null : event.line,
    pattern: event.pattern,
    tripFirst: event.pattern && event.tripFirstDeparture,
    bus: relay && (relay.before || relay.after) ? { fore: handover(relay.before), efter: handover(relay.after) } : null,
  }
}

/** 'Linjekörning 1 mot Vasaplan', 'Tomkörning', 'Rast'. */
function describeEvent({ eventType, line, headsign, isDeadhead }: RunEvent): string {
  if (isDeadhead) return eventType
  return [eventType, line?.namn, headsign && `mot ${headsign}`].filter(Boolean).join(' ')
}

const listed = new Intl.ListFormat('sv')

/** 'Tjänst 1012, linje 1 och 8'. */
function describeRun(run: Run): string {
  const routes = [...new Set(run.events.flatMap((event) => (event.isDeadhead || !event.line ? [] : [event.line.namn])))]
  const name = `Tjänst ${run.runId}`
  if (routes.length === 0) return name
  return `${name}, linje ${listed.format(routes.slice(0, 4))}${routes.length > 4 ? ' m.fl.' : ''}`
}
