import { pageAt } from '#platform/contract/pages.ts'
import { useCall } from '#platform/web/calls/query.ts'
import { AllLink } from '#platform/web/ui/AllLink.tsx'
import { Card } from '#platform/web/ui/Card.tsx'
import { warningIcon } from '#platform/web/ui/icons.ts'
import { getDeviations } from '../../calls.ts'
import { listPath } from '../paths.ts'
import { newestPage } from './new-things.ts'
import styles from './OwnReports.module.css'

const MOST = 3

/** On the home of employees without a duty: their latest reports with their states. */
export default function OwnReports() {
  const { data = [] } = useCall(getDeviations, newestPage)
  const own = data.filter(({ egen }) => egen).slice(0, MOST)
  if (own.length === 0) return null
  return (
    <Card title="Mina ärenden" icon={warningIcon} aside={<AllLink to={pageAt(listPath)} of="avvikelser" />} flush>
      <ul>
        {own.map(({ id, nummer, rubrik, plats, status }) => (
          <li key={id} className={styles['item']}>
            <p>
              <b>{rubrik}</b>, {plats}
            </p>
            <p className={styles['state']}>
              {nummer} · {status}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}
