import type { WebArea } from '#platform/web/shell/area.ts'

export const policy: WebArea = {
  screens: [{ path: 'policy', title: 'Policy & Rutiner', load: () => import('./PolicyScreen.tsx') }],
  menu: [{ path: 'policy', group: 'company', label: 'Policy & Rutiner', icon: 'document' }],
  newThings: { load: () => import('./new-things.ts') },
}
