import type { WebArea } from '#platform/web/shell/area.ts'

export const training: WebArea = {
  screens: [{ path: 'utbildning', title: 'Utbildning', load: () => import('./TrainingScreen.tsx') }],
  menu: [{ path: 'utbildning', group: 'company', label: 'Utbildning', icon: 'graduation' }],
}
