import { useCall } from '#platform/web/calls/query.ts'
import { useToday } from '#platform/web/page/now.ts'
import { Loaded } from '#platform/web/calls/Loaded.tsx'
import { PageHeader } from '#platform/web/ui/PageHeader.tsx'
import { Skeleton } from '#platform/web/ui/Skeleton.tsx'
import { getEcoOverview } from '../calls.ts'
import { DayTrips } from './DayTrips.tsx'
import styles from './EcoDrivingScreen.module.css'
import { HintCard } from './HintCard.tsx'
import { MonthChart } from './MonthChart.tsx'
import { OverviewCards } from './OverviewCards.tsx'

/** 'Sparsam körning': the consumption of the driver's own trips, compared with the same kind of bus on the same line. */
export default function EcoDrivingScreen() {
  const today = useToday()
  const load = useCall(getEcoOverview, undefined, { failedText: 'Hämta ecodriving overview misslyckades' })
  return (
    <>
      <PageHeader
        title="Sparsam körning"
        lead="100 % är vad samma busstyp brukar dra på samma linje. Under 100 % drar du mindre. Bara du ser dina siffror."
      />
      <Loaded of={load} skeleton={<Skeleton shape="rows" lines={16} />}>
        {(overview) => (
          <>
            <OverviewCards overview={overview} />
            <div className={styles['pair']}>
              <HintCard hint={overview.hint} />
              {overview.months.length > 0 && <MonthChart months={overview.months} />}
            </div>
          </>
        )}
      </Loaded>
      <DayTrips today={today} latestDate={load.data?.latestDate ?? null} />
    </>
  )
}
