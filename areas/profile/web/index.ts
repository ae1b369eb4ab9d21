import type { WebArea } from '#platform/web/shell/area.ts'
import { userIcon } from '#platform/web/ui/icons.ts'

export const profile: WebArea = {
  screens: [{ path: 'userinfo', title: 'Användarinfo', load: () => import('./ProfileScreen.tsx') }],
  userMenu: [{ path: 'userinfo', label: 'Användarinfo', icon: userIcon }],
}
