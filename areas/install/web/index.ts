import type { WebArea } from '#platform/web/shell/area.ts'
import { isGuideDue } from '#platform/web/install/offer.ts'

export const install: WebArea = {
  blocks: [
    {
      id: 'install',
      place: 'end',
      load: async () => (isGuideDue() ? import('./InstallBlock.tsx') : { default: () => null }),
    },
  ],
}
