import type { WebArea } from '#platform/web/shell/area.ts'
import { newsIcon } from '#platform/web/ui/icons.ts'
import { newsBlockGate, newsGate } from '../gate.ts'

export const news: WebArea = {
  screens: [
    { path: 'nyheter', title: 'Nyheter', gate: newsGate, load: () => import('./NewsHome.tsx') },
    { path: 'nyheter/region', title: 'Nyheter', gate: newsGate, load: () => import('./RegionNews.tsx') },
    { path: 'nyheter/koncern', title: 'Nyheter', gate: newsGate, load: () => import('./GroupNews.tsx') },
    { path: 'nyheter/region/:newsId', title: 'Nyhet', gate: newsGate, load: () => import('./RegionItem.tsx') },
    { path: 'nyheter/koncern/:newsId', title: 'Nyhet', gate: newsGate, load: () => import('./GroupItem.tsx') },
  ],
  menu: [
    { path: 'nyheter', group: 'company', label: 'Nyheter', icon: 'news', bar: { label: 'Nyheter', icon: newsIcon } },
  ],
  newThings: { gate: newsBlockGate, load: () => import('./new-things.ts') },
  blocks: [
    { id: 'news-region', place: 'below', gate: newsBlockGate, load: () => import('./RegionBlock.tsx') },
    { id: 'news-group', place: 'below', gate: newsBlockGate, load: () => import('./GroupBlock.tsx') },
  ],
}
