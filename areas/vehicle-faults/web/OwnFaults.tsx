import { useState } from 'react'
import { useMarkSeen } from '#platform/web/calls/seen.ts'
import { useCall } from '#platform/web/calls/query.ts'
import { Card } from '#platform/web/ui/Card.tsx'
import { type Column, DataView } from '#platform/web/ui/DataView.tsx'
import { Dialog } from '#platform/web/ui/Dialog.tsx'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { wrenchIcon } from '#platform/web/ui/icons.ts'
import { Loaded } from '#platform/web/calls/Loaded.tsx'
import { Skeleton } from '#platform/web/ui/Skeleton.tsx'
import { getOwnFaults } from '../calls.ts'
import type { OwnFaultReport } from '../contract.ts'
import { FaultCard } from './FaultCard.tsx'
import styles from './FaultScreen.module.css'
import { FaultPhotos, PhotoCount } from './FaultPhotos.tsx'
import { FaultStatePill, timeOf } from './FaultState.tsx'
import { Pager } from './Pager.tsx'
import { seenKey } from './seen-key.ts'

const columns: readonly Column<OwnFaultReport>[] = [
  { head: 'Tidpunkt', cell: (row) => timeOf(row.timestamp), tight: true },
  { head: 'Nummer', cell: (row) => row.number, tight: true },
  { head: 'Fordon', cell: (row) => row.vehicleName, tight: true },
  { head: 'Kategori', cell: (row) => row.faultCategoryName },
  {
    head: 'Felrapport',
    cell: (row) => (
      <>
        {row.text} <PhotoCount report={row} />
      </>
    ),
  },
  { head: 'Status', cell: (row) => <FaultStatePill state={row.state} />, tight: true },
]

/** 'Mina felrapporter': includes ended ones, so that employees see what became of their reports. */
export function OwnFaults() {
  const [page, setPage] = useState(0)
  const [open, setOpen] = useState<OwnFaultReport | null>(null)
  const load = useCall(
    getOwnFaults,
    { ...(page > 0 && { page }) },
    { failedText: 'Hämta felrapporter misslyckades', keepPrevious: true },
  )
  useMarkSeen(load.data?.items.map(seenKey))
  return (
    <Card title="Mina felrapporter">
      <Loaded of={load} skeleton={<Skeleton shape="rows" lines={3} />}>
        {({ items, hasMore }) => (
          <>
            <DataView
              label="Mina felrapporter"
              columns={columns}
              rows={items}
              rowKey={({ id }) => id}
              card={(report) => <FaultCard report={report} vehicle={report.vehicleName} />}
              onOpen={setOpen}
              openLabel={({ number, faultCategoryName }) => `Visa felrapport ${number}, ${faultCategoryName}`}
              empty={
                <EmptyState icon={wrenchIcon} title="Du har inte skickat någon felrapport">
                  Här ser du sedan vad som händer med dina felrapporter.
                </EmptyState>
              }
            />
            <Pager page={page} hasMore={hasMore} onPage={setPage} />
          </>
        )}
      </Loaded>
      {open && <Life report={open} onClose={() => setOpen(null)} />}
    </Card>
  )
}

function Life({ report, onClose }: { report: OwnFaultReport; onClose: () => void }) {
  return (
    <Dialog title={`Felrapport ${report.number}`} onClose={onClose}>
      <div className={styles['life']}>
        <p>
          <b>
            {report.vehicleName}, {report.faultCategoryName}
          </b>
        </p>
        <p className={styles['text']}>{report.text}</p>
        <FaultPhotos report={report} />
        <ol className={styles['steps']} aria-label="Händelser">
          {report.steps.map(({ state, timestamp, reason }) => (
            <li key={`${state} ${timestamp}`}>
              <FaultStatePill state={state} />
              <time dateTime={timestamp}>{timeOf(timestamp)}</time>
              {reason && <p>{reason}</p>}
            </li>
          ))}
        </ol>
      </div>
    </Dialog>
  )
}
