import type { WebArea } from '#platform/web/shell/area.ts'
import { graduationIcon } from '#platform/web/ui/icons-more.ts'

export const training: WebArea = {
  screens: [{ path: 'utbildning', title: 'Utbildning', load: () => import('./TrainingScreen.tsx') }],
  menu: [{ path: 'utbildning', group: 'company', label: 'Utbildning', icon: graduationIcon }],
}
