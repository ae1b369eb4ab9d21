import type { Run, RunEvent } from './tods/read-feed.ts'

/** Another run on the same bus, and when it leaves or takes the bus. */
export interface Turn {
  readonly run: string
  /** Seconds of the service day. */
  readonly at: number
}

export interface Relay {
  readonly before: Turn | null
  readonly after: Turn | null
}

interface OnBlock {
  readonly run: string
  readonly event: RunEvent
}

/**
 * No bus has more events in a day. A larger block is not a bus's day, and comparing each of its events with every other would take hours.
 */
const MOST_ON_A_BLOCK = 500

/**
 * For each event on a block, the runs that have its bus before and after. Runs to which no employee is assigned count too. A run that works
 * the same event together with the driver does not relieve the driver.
 */
export function relaysOf(runs: Iterable<Run>): Map<RunEvent, Relay> {
  const blocks = new Map<string, OnBlock[]>()
  for (const { serviceId, runId, events } of runs) {
    for (const event of events) {
      if (event.blockId === null) continue
      const key = JSON.stringify([serviceId, event.blockId])
      const onBlock = blocks.get(key)
      if (onBlock) onBlock.push({ run: runId, event })
      else blocks.set(key, [{ run: runId, event }])
    }
  }
  const relays = new Map<RunEvent, Relay>()
  for (const onBlock of blocks.values()) {
    if (onBlock.length > MOST_ON_A_BLOCK) continue
    for (const { run, event } of onBlock) relays.set(event, relayOf(run, event, onBlock))
  }
  return relays
}

function relayOf(run: string, own: RunEvent, onBlock: readonly OnBlock[]): Relay {
  const together = new Set(
    onBlock
      .filter(({ event }) => event.startTime < own.endTime && own.startTime < event.endTime)
      .map((other) => other.run),
  )
  const others = onBlock.filter((other) => other.run !== run && !together.has(other.run))
  const turns = (at: 'startTime' | 'endTime') => others.map((other): Turn => ({ run: other.run, at: other.event[at] }))
  const ended = turns('endTime').filter(({ at }) => at <= own.startTime)
  const toCome = turns('startTime').filter(({ at }) => at >= own.endTime)
  return {
    before: ended.reduce<Turn | null>((last, turn) => (last && last.at >= turn.at ? last : turn), null),
    after: toCome.reduce<Turn | null>((next, turn) => (next && next.at <= turn.at ? next : turn), null),
  }
}
