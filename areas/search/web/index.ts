import type { WebArea } from '#platform/web/shell/area.ts'
import { slashOffKey } from '#platform/web/shell/search.ts'

export const search: WebArea = {
  search: () => import('./SearchDialog.tsx'),
  staysOnPhone: [slashOffKey],
}
