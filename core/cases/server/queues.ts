import type { Platform } from '#platform/server/area.ts'
import type { Queue } from './queue.ts'

const registered = new WeakMap<Platform, readonly Queue[]>()

/** Makes a queue one of those that are searched and have templates: its routes do, so that an area has no list to be on. */
export function registerQueue(platform: Platform, queue: Queue): void {
  registered.set(platform, [...queuesOf(platform), queue])
}

export const queuesOf = (platform: Platform): readonly Queue[] => registered.get(platform) ?? []
