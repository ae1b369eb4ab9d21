import type { Queue } from '#core/cases/server/queue.ts'
import type { Platform } from '#platform/server/area.ts'
import { faultQueue } from '../queue.ts'
import { storeMessages } from './outbox.ts'
import { workshopSystems } from './settings.ts'

/** The queue of faults. If the company's workshop has its own system, the queue's events are sent there. `source`: who acts. */
export function workshopQueue(platform: Pick<Platform, 'config' | 'variants'>, source: 'portal' | 'webhook'): Queue {
  const systems = workshopSystems(platform)
  return {
    ...(faultQueue as Queue),
    async happened(tx, what) {
      if (systems.get(what.company)?.url) await storeMessages(tx, what, source)
    },
  }
}
