import { useState } from 'react'
import type { Vehicle } from '#core/vehicles/contract.ts'
import { counted } from '#platform/web/ui/announce.ts'
import { useCall } from '#platform/web/calls/query.ts'
import { Card } from '#platform/web/ui/Card.tsx'
import { type Column, DataView } from '#platform/web/ui/DataView.tsx'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { okIcon } from '#platform/web/ui/icons.ts'
import { Loaded } from '#platform/web/calls/Loaded.tsx'
import { Skeleton } from '#platform/web/ui/Skeleton.tsx'
import { getActiveFaults } from '../calls.ts'
import { type FaultReport, PAGE_SIZE } from '../contract.ts'
import { FaultCard } from './FaultCard.tsx'
import { TextWithPhotos } from './FaultPhotos.tsx'
import { FaultStatePill, timeOf } from './FaultState.tsx'
import { Pager } from './Pager.tsx'

const columns: readonly Column<FaultReport>[] = [
  { head: 'Tidpunkt', cell: (row) => timeOf(row.timestamp), tight: true },
  { head: 'Nummer', cell: (row) => row.number, tight: true },
  { head: 'Kategori', cell: (row) => row.faultCategoryName },
  { head: 'Felrapport', cell: (row) => <TextWithPhotos report={row} /> },
  { head: 'Status', cell: (row) => <FaultStatePill state={row.state} />, tight: true },
]

/** 'Aktiva felrapporter': reports on a vehicle that have not ended. */
export function ActiveFaults({ vehicle }: { vehicle: Vehicle }) {
  const [page, setPage] = useState(0)
  const load = useCall(
    getActiveFaults,
    { vehicleNo: vehicle.number, ...(page > 0 && { page }) },
    { failedText: 'Hämta felrapporter misslyckades' },
  )
  return (
    <Card title="Aktiva felrapporter" aside={vehicle.name}>
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
            <DataView
              label="Aktiva felrapporter"
              columns={columns}
              rows={reports}
              rowKey={({ id }) => id}
              card={(report) => <FaultCard report={report} showsPhotos />}
              empty={
                <EmptyState icon={okIcon} title="Inga aktiva felrapporter">
                  Inget fel är anmält på {vehicle.name} just nu.
                </EmptyState>
              }
            />
            <Pager page={page} hasMore={reports.length === PAGE_SIZE} onPage={setPage} />
          </>
        )}
      </Loaded>
    </Card>
  )
}
