import type { CrisisGuide } from '#platform/contract/variant.ts'
import type { Screen, WebArea } from '#platform/web/shell/area.ts'
import { crisisIcon } from '#platform/web/ui/icons-more.ts'
import { variant } from '#platform/web/page/variant.ts'
import { startContent } from './content-request.ts'
import { CrisisButton } from './CrisisButton.tsx'
import { mainPath, pathsOf } from '../paths.ts'
import { ticksKey } from './ticks-key.ts'

const screen = (path: string, guide: CrisisGuide): Screen => ({
  path,
  title: 'Krishantering',
  always: true,
  load: () => {
    startContent()
    return guide === 'a' ? import('./GuideA.tsx') : import('./GuideB.tsx')
  },
})

/** The most important page: it needs no claim, and opens without waiting for an answer. */
export const crisis: WebArea = {
  screens: pathsOf(variant.crisisGuides).map(([guide, path]) => screen(path, guide)),
  menu: [{ path: mainPath, group: 'incidents', label: 'Krishantering', icon: 'crisis' }],
  urgent: { path: mainPath, label: 'Vid kris', icon: crisisIcon },
  reportEntries: [{ path: mainPath, label: 'Vid kris klicka här', icon: 'crisis', tone: 'urgent', call: '112' }],
  blocks: [{ id: 'crisis', place: 'beside', component: CrisisButton }],
  staysOnPhone: [ticksKey],
  // Fetches the content while there is coverage.
  ahead: async () => (await import('./ahead.ts')).fetchCrisisAhead(),
}
