import { officeAt } from '#platform/contract/office-pages.ts'
import type { Gate } from '#platform/contract/claims.ts'
import { fetchRecent } from '#platform/web/calls/query.ts'
import type { OfficeScreen } from '#platform/web/office/area.ts'
import { countOf } from '#platform/web/office/count.ts'
import { officeAreas } from './office-areas.ts'

/** A queue of the office with cases that are unassigned or whose reporter has replied. */
export interface WaitingQueue {
  readonly title: string
  /** '4 ej tilldelade'. */
  readonly counts: readonly string[]
  readonly to: string
}

/** The views that count waiting cases. In a queue without these views, every view counts waiting cases. */
const waiting: readonly string[] = ['ej-tilldelade', 'svarat']

export async function fetchQueues(passes: (gate: Gate | undefined) => boolean): Promise<readonly WaitingQueue[]> {
  const screens = officeAreas.flatMap((area) => area.screens).filter(({ gate }) => passes(gate))
  return (await Promise.all(screens.map(queueOf))).flat()
}

async function queueOf({ counts, path, title }: OfficeScreen): Promise<readonly WaitingQueue[]> {
  if (!counts) return []
  // A queue that fails does not affect the others.
  const answer = await fetchRecent(counts, undefined).catch(() => [])
  const known = answer.filter(({ view }) => waiting.includes(view))
  const views = (known.length > 0 ? known : answer).filter(({ count }) => count > 0)
  if (!views[0]) return []
  const words = views.map(
    ({ view, label, ...counted }) =>
      `${countOf(counted)} ${view === 'svarat' ? 'där ' : ''}${label.charAt(0).toLocaleLowerCase('sv')}${label.slice(1)}`,
  )
  return [{ title, counts: words, to: known.length > 0 ? `${officeAt(path)}?vy=${views[0].view}` : officeAt(path) }]
}
