import { minuteText } from '#platform/contract/wall-clock.ts'
import { useState } from 'react'
import type { Vehicle } from '#core/vehicles/contract.ts'
import { counted } from '#platform/web/ui/announce.ts'
import { useCall } from '#platform/web/calls/query.ts'
import { Card } from '#platform/web/ui/Card.tsx'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { okIcon } from '#platform/web/ui/icons.ts'
import { Loaded } from '#platform/web/calls/Loaded.tsx'
import { Pager } from '#platform/web/ui/panes/Pager.tsx'
import { Notice } from '#platform/web/ui/Notice.tsx'
import { Skeleton } from '#platform/web/ui/Skeleton.tsx'
import { StatePill } from '#platform/web/ui/StatePill.tsx'
import { Unbroken } from '#platform/web/ui/Unbroken.tsx'
import { getActiveFaults } from '../calls.ts'
import type { FaultReport } from '../contract.ts'
import { PAGE_SIZE } from '../rules.ts'
import { CallTrafficControl } from './CallTrafficControl.tsx'
import { faultsFailed } from './failures.ts'
import { FaultPhotos } from './FaultPhotos.tsx'
import { FaultReports } from './FaultReports.tsx'
import styles from './FaultScreen.module.css'

/** The parameter of the address that names an open report, with its vehicle's number: '2112.F-1043'. */
export const activeName = 'aktiv'
export const vehicleIn = (id: string | null): string | undefined => id?.slice(0, Math.max(0, id.lastIndexOf('.')))

/** 'Aktiva felrapporter': reports on a vehicle that have not ended. */
export function ActiveFaults({ vehicle }: { vehicle: Vehicle }) {
  const [page, setPage] = useState(0)
  const load = useCall(
    getActiveFaults,
    { vehicleNo: vehicle.number, ...(page > 0 && { page }) },
    { failedText: faultsFailed, keepPrevious: true },
  )
  return (
    <Card title="Aktiva felrapporter" aside={<Unbroken>{vehicle.name}</Unbroken>}>
      <Loaded
        of={load}
        skeleton={<Skeleton shape="rows" lines={3} />}
        asked
        said={({ length }) =>
          `${counted(length, 'Ingen öppen felrapport', 'En öppen felrapport', 'öppna felrapporter')} på ${vehicle.name}`
        }
      >
        {(reports) => (
          <>
            {reports.some(({ grounded }) => grounded) && (
              <div className={styles['grounded']}>
                <Notice kind="error" title={`${vehicle.name} får ej köras`} action={<CallTrafficControl />}>
                  {reports.map(
                    ({ id, grounded, groundedWhy }) => grounded && groundedWhy && <p key={id}>{groundedWhy}</p>,
                  )}
                  Verkstaden eller trafikledningen har tagit bussen ur trafik. Kontakta trafikledningen.
                </Notice>
              </div>
            )}
            <FaultReports
              label="Aktiva felrapporter"
              reports={reports}
              name={activeName}
              idOf={({ number }) => `${vehicle.number}.${number}`}
              more={page > 0 || reports.length === PAGE_SIZE}
              empty={
                <EmptyState icon={okIcon} title="Inga aktiva felrapporter">
                  Inget fel är anmält på <Unbroken>{vehicle.name}</Unbroken> just nu.
                </EmptyState>
              }
            >
              {(report) => <ActiveFault report={report} vehicle={vehicle} />}
            </FaultReports>
            <Pager page={page} hasMore={reports.length === PAGE_SIZE} onPage={setPage} />
          </>
        )}
      </Loaded>
    </Card>
  )
}

function ActiveFault({ report, vehicle }: { report: FaultReport; vehicle: Vehicle }) {
  return (
    <div className={styles['life']}>
      <p>
        <b>
          <Unbroken>{vehicle.name}</Unbroken>, {report.faultCategoryName}
        </b>
      </p>
      <p className={styles['text']}>{report.text}</p>
      <FaultPhotos report={report} />
      <p className={styles['state']}>
        <StatePill state={report.state} />
        <span>
          Anmäld <time dateTime={report.timestamp}>{minuteText(report.timestamp)}</time>
        </span>
      </p>
    </div>
  )
}
