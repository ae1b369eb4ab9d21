import type { Queue } from '#core/cases/server/queue.ts'
import type { Platform } from '#platform/server/area.ts'
import { faultQueue } from '../queue.ts'
import { storeMessages } from './outbox.ts'
import { workshopSystems } from './settings.ts'

/** The workshop's queue; where the workshop has a system of its own, that is told of what happens in it. `source`: who acts. */
export function tellingQueue(platform: Pick<Platform, 'config' | 'variants'>, source: 'portal' | 'webhook'): Queue {
  const systems = workshopSystems(platform)
  return {
    ...(faultQueue as Queue),
    async happened(tx, what) {
      if (systems.get(what.company)?.url) await storeMessages(tx, what, source)
    },
  }
}
