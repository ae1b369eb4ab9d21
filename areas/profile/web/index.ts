import type { WebArea } from '#platform/web/shell/area.ts'

export const profile: WebArea = {
  screens: [{ path: 'userinfo', title: 'Användarinfo', load: () => import('./ProfileScreen.tsx') }],
  userMenu: [{ path: 'userinfo', label: 'Användarinfo', icon: 'user' }],
}
