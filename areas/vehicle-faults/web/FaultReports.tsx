import { minuteText } from '#platform/contract/wall-clock.ts'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { type Column, DataView } from '#platform/web/ui/DataView.tsx'
import { Dialog } from '#platform/web/ui/Dialog.tsx'
import { byText, type Sort } from '#platform/web/ui/panes/arranged.ts'
import { ListTools } from '#platform/web/ui/panes/ListTools.tsx'
import { RowLink } from '#platform/web/ui/panes/Rows.tsx'
import { TwoPanes } from '#platform/web/ui/panes/TwoPanes.tsx'
import { useChosen } from '#platform/web/ui/panes/use-chosen.ts'
import { VisuallyHidden } from '#platform/web/ui/VisuallyHidden.tsx'
import { StatePill } from '#platform/web/ui/StatePill.tsx'
import type { FaultReport } from '../contract.ts'
import { FaultCard, type Said } from './FaultCard.tsx'
import { PhotoCount } from './FaultPhotos.tsx'
import styles from './FaultScreen.module.css'

interface FaultReportsProps<Report extends FaultReport> {
  label: string
  reports: readonly Report[]
  /** The value of the parameter `name` in the address that opens the report. */
  idOf: (report: Report) => string
  name: string
  /** Absent if all reports are about the same vehicle. */
  vehicleOf?: (report: Report) => string
  /** The last part of a report's card. */
  saidOf?: (report: Report) => Said | null
  /** Whether there are further pages. */
  more: boolean
  empty: ReactNode
  /** One report in full. */
  children: (report: Report) => ReactNode
}

/** A list of fault reports: a table, or cards on a phone. One opens beside the table, or in a dialog. */
export function FaultReports<Report extends FaultReport>(props: FaultReportsProps<Report>) {
  const { label, reports, idOf, name, vehicleOf, saidOf, more, empty, children } = props
  const navigate = useNavigate()
  const { to } = useChosen(name)
  const columns: Column<Report>[] = [
    { head: 'Tidpunkt', cell: ({ timestamp }) => minuteText(timestamp), tight: true },
    {
      head: 'Nummer',
      cell: (report) => (
        <RowLink id={idOf(report)} to={to(idOf(report))}>
          {report.number}
          <VisuallyHidden> {report.faultCategoryName}</VisuallyHidden>
        </RowLink>
      ),
      tight: true,
    },
    ...(vehicleOf ? [{ head: 'Fordon', cell: vehicleOf, tight: true }] : []),
    { head: 'Kategori', cell: ({ faultCategoryName }) => faultCategoryName },
    {
      head: 'Felrapport',
      cell: (report) => (
        <div className={styles['said']}>
          <span className={styles['start']}>{report.text}</span>
          <PhotoCount report={report} />
        </div>
      ),
    },
    { head: 'Status', cell: ({ state }) => <StatePill state={state} />, tight: true },
  ]
  return (
    <ListTools
      of={reports}
      words={(report) =>
        [report.number, report.faultCategoryName, report.text, minuteText(report.timestamp), vehicleOf?.(report)].join(
          ' ',
        )
      }
      sorts={sorts}
      filter={{ label: 'Status', of: ({ state }) => state }}
      more={more}
    >
      {(rows) => (
        <TwoPanes
          label={label}
          name={name}
          all={reports}
          rows={rows}
          line={(report) => ({
            id: idOf(report),
            title: vehicleOf?.(report) ?? report.faultCategoryName,
            facts: `${report.number} · ${report.timestamp.slice(0, 10)}`,
            aside: <StatePill state={report.state} />,
          })}
          list={
            <div className={styles['table']}>
              <DataView
                label={label}
                columns={columns}
                // On a tablet the cards have room for the text, which a table would cut after three words.
                tableFrom={52}
                rows={rows}
                rowKey={({ id }) => id}
                card={(report) => <FaultCard report={report} vehicle={vehicleOf?.(report)} said={saidOf?.(report)} />}
                onOpenCard={(report) => void navigate(to(idOf(report)))}
                openLabel={({ number, faultCategoryName }) => `Visa felrapport ${number}, ${faultCategoryName}`}
                empty={empty}
              />
            </div>
          }
          title={titleOf}
          pane={children}
          dialog={(report, onClose) => (
            <Dialog title={titleOf(report)} onClose={onClose}>
              {children(report)}
            </Dialog>
          )}
        />
      )}
    </ListTools>
  )
}

const titleOf = ({ number }: FaultReport) => `Felrapport ${number}`

const sorts: readonly [Sort<FaultReport>, ...Sort<FaultReport>[]] = [
  { label: 'Nyast först' },
  { label: 'Äldst först', compare: byText(({ timestamp }) => timestamp) },
  { label: 'Kategori', compare: byText(({ faultCategoryName }) => faultCategoryName) },
]
