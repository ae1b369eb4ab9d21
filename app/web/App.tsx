import { Portal } from '#platform/web/shell/Portal.tsx'
import { areas } from './areas.ts'
import { Dashboard } from './Dashboard.tsx'

export function App() {
  return <Portal areas={areas} dashboard={<Dashboard />} otherwise={() => import('./Elsewhere.tsx')} />
}
