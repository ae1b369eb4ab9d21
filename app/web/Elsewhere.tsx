import { useLocation } from 'react-router'
import { officePath } from '#platform/contract/office-pages.ts'
import { shellPath } from '#platform/contract/pages.ts'
import { Office } from '#platform/web/office/Office.tsx'
import { NotFound } from '#platform/web/shell/NotFound.tsx'
import { Plain } from '#platform/web/shell/Screens.tsx'
import { officeAreas } from './office-areas.ts'

/** The screen of every address that no area has: the office, or 'Sidan finns inte'. */
export default function Elsewhere() {
  const { pathname } = useLocation()
  const isBelow = (path: string) => pathname === path || pathname.startsWith(`${path}/`)
  if (isBelow(officePath)) return <Office areas={officeAreas} />
  if (isBelow(shellPath)) return <NotFound />
  return (
    <Plain>
      <NotFound />
    </Plain>
  )
}
