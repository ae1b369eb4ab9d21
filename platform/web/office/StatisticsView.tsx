import type { Call } from '#platform/contract/call.ts'
import type { Statistic } from '#platform/contract/statistics.ts'
import { Loaded } from '../calls/Loaded.tsx'
import { useCall } from '../calls/query.ts'
import { Button } from '../ui/Button.tsx'
import { Chart } from '../ui/charts/Chart.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { chartIcon } from '../ui/icons-more.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { type OfficeScreen, useOfficeScreen } from './area.ts'
import styles from './Statistics.module.css'

/** A screen of statistics, with the call that returns them. */
export interface StatisticsScreen extends OfficeScreen {
  readonly call: Call<Statistic[]>
}

/** An area's statistics: charts, each with its table. */
export default function StatisticsView() {
  // Only statistics screens render this component.
  const { call, title } = useOfficeScreen() as StatisticsScreen
  const load = useCall(call)
  return (
    <>
      <PageHeader
        title={title}
        lead="Antal mellan ett och fyra visas inte, och inte heller tal som skulle avslöja dem."
        actions={
          <span className={styles['print']}>
            <Button onClick={() => print()}>Skriv ut</Button>
          </span>
        }
      />
      <Loaded of={load}>
        {(statistics) =>
          statistics.length === 0 ? (
            <EmptyState icon={chartIcon} title="Det finns för lite att visa än">
              Kom tillbaka när det har gått en tid.
            </EmptyState>
          ) : (
            <div className={styles['charts']}>
              {statistics.map((statistic) => (
                <Chart key={statistic.titel} of={statistic} />
              ))}
            </div>
          )
        }
      </Loaded>
    </>
  )
}
