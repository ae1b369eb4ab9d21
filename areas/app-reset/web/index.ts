import type { WebArea } from '#platform/web/shell/area.ts'
import { accessibilityPath } from './paths.ts'

const title = 'Hjälp'

/** Help for an app that is stuck: it must open for everybody, even without a sign-in. Also the accessibility statement. */
export const appReset: WebArea = {
  screens: [
    { path: 'help', title, signedOut: true, load: () => import('./HelpScreen.tsx') },
    {
      path: accessibilityPath,
      title: 'Tillgänglighet',
      signedOut: true,
      load: () => import('./AccessibilityScreen.tsx'),
    },
  ],
  pages: [
    { path: 'reset', title, load: () => import('./ResetPage.tsx') },
    { path: 'help', title, load: () => import('./ResetPage.tsx') },
  ],
  resetPage: 'reset',
  menu: [{ path: 'help', group: 'app', label: title, icon: 'help' }],
}
