import { nameThing } from '#core/audit/server/things.ts'
import type { Platform } from '#platform/server/area.ts'
import { kindOf } from './case-row.ts'
import type { Queue } from './queue.ts'

const registered = new WeakMap<Platform, readonly Queue[]>()

/**
 * Makes a queue one of those that are searched, have templates and a word in the audit: its routes do, so that an area has no list to
 * be on.
 */
export function registerQueue(platform: Platform, queue: Queue): void {
  registered.set(platform, [...queuesOf(platform), queue])
  nameThing(platform, kindOf(queue), queue.calls.words.one)
}

export const queuesOf = (platform: Platform): readonly Queue[] => registered.get(platform) ?? []
