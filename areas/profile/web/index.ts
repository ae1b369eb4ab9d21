import type { WebArea } from '#platform/web/shell/area.ts'

/** Reached through 'Användarinfo' in the user menu; not in the menu of areas. */
export const profile: WebArea = {
  screens: [{ path: 'userinfo', title: 'Användarinfo', load: () => import('./ProfileScreen.tsx') }],
}
