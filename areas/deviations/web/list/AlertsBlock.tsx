import { minuteText } from '#platform/contract/wall-clock.ts'
import { useQuery } from '@tanstack/react-query'
import { pageAt } from '#platform/contract/pages.ts'
import { queryClient } from '#platform/web/calls/query-client.ts'
import { listPath } from '../paths.ts'
import { ButtonLink } from '#platform/web/ui/Button.tsx'
import { Notice } from '#platform/web/ui/Notice.tsx'
import type { Alert } from '../../contract/list.ts'
import { alertsOptions } from './alerts.ts'
import styles from './AlertsBlock.module.css'

const lookAgainMs = 60_000

export const begin = () => queryClient.prefetchQuery(alertsOptions)

/**
 * On the dashboard of a manager who is responsible for a threat, an injury or a near miss and has not opened it: such a report must
 * reach the employer without delay (arbetsmiljölagen 3 kap. 3 a §).
 */
export default function AlertsBlock() {
  const { data = [] } = useQuery({ ...alertsOptions, refetchInterval: lookAgainMs })
  return (
    <div className={styles['alerts']}>
      {data.length > 0 && (
        <Notice
          kind="warning"
          title={data.length === 1 ? 'Allvarlig händelse att läsa' : `${data.length} allvarliga händelser att läsa`}
          action={<ButtonLink to={pageAt(listPath)}>Visa avvikelser</ButtonLink>}
        >
          <ul className={styles['list']}>
            {data.slice(0, mostNamed).map((alert) => (
              <li key={alert.id}>{alertText(alert)}</li>
            ))}
          </ul>
        </Notice>
      )}
    </div>
  )
}

const mostNamed = 3

const alertText = ({ rubrik, plats, skapadDatum, skapadAv }: Alert) =>
  `${rubrik}, ${plats}. Rapporterades ${minuteText(skapadDatum)} av ${skapadAv}.`
