import type { StatisticsScreen } from './StatisticsView.tsx'

/** A screen of statistics, for an area's `web/office.ts`. */
export const statisticsScreen = ({
  call,
  path,
  title,
}: Pick<StatisticsScreen, 'call' | 'path' | 'title'>): StatisticsScreen => ({
  path,
  title,
  icon: 'board',
  gate: call.gate,
  call,
  load: () => import('./StatisticsView.tsx'),
})
