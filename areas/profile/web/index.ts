import type { WebArea } from '#platform/web/shell/area.ts'

/** Reached by 'Användarinfo' in Meny: not in the menu of areas. */
export const profile: WebArea = {
  screens: [{ path: 'userinfo', title: 'Användarinfo', load: () => import('./ProfileScreen.tsx') }],
}
