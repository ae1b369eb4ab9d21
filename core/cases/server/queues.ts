import { nameThing } from '#core/audit/server/things.ts'
import type { Platform } from '#platform/server/area.ts'
import { kindOf } from './case-row.ts'
import type { Queue } from './queue.ts'

const registered = new WeakMap<Platform, readonly Queue[]>()

/**
 * Registers a queue, so that it is searched, has templates and has a name in the audit log. Its routes call this, so that there is no list
 * to which an area has to be added.
 */
export function registerQueue(platform: Platform, queue: Queue): void {
  registered.set(platform, [...queuesOf(platform), queue])
  nameThing(platform, kindOf(queue), queue.calls.words.one)
}

export const queuesOf = (platform: Platform): readonly Queue[] => registered.get(platform) ?? []
