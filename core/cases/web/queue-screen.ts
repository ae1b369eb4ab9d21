import type { QueueEntry } from './queue-entry.ts'

/** The screen of a queue, for an area's `web/office.ts`. */
export const queueScreen = ({
  calls,
  title,
  icon,
  above,
  enter,
}: Pick<QueueEntry, 'calls' | 'title' | 'icon' | 'above' | 'enter'>): QueueEntry => ({
  path: calls.kind,
  title,
  icon,
  gate: calls.gate,
  counts: calls.counts,
  calls,
  above,
  ...(enter && { enter }),
  load: () => import('./Queue.tsx'),
})
