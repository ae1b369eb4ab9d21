import { DocumentList } from '#core/documents/web/DocumentList.tsx'
import { DocumentRow } from '#core/documents/web/DocumentRow.tsx'
import { ReadButton, ReadingPlace } from '#core/documents/web/ReadButton.tsx'
import { SaveButton } from '#core/documents/web/SaveButton.tsx'
import { useCall } from '#platform/web/calls/query.ts'
import { Card } from '#platform/web/ui/Card.tsx'
import { type Column, DataView } from '#platform/web/ui/DataView.tsx'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { walletIcon } from '#platform/web/ui/icons-more.ts'
import { Loaded } from '#platform/web/calls/Loaded.tsx'
import { PageHeader } from '#platform/web/ui/PageHeader.tsx'
import type { Sort } from '#platform/web/ui/panes/arranged.ts'
import { ListTools } from '#platform/web/ui/panes/ListTools.tsx'
import { Skeleton } from '#platform/web/ui/Skeleton.tsx'
import { useWide } from '#platform/web/ui/use-media.ts'
import { VisuallyHidden } from '#platform/web/ui/VisuallyHidden.tsx'
import { earlierFirst } from '#platform/contract/wall-clock.ts'
import { getPayslips } from '../calls.ts'
import type { Payslip } from '../contract.ts'
import { fileOf } from './payslip-file.ts'

const loading = 'Laddar ner'

const columns: readonly Column<Payslip>[] = [
  {
    head: 'Period',
    cell: (payslip) => <ReadButton {...fileOf(payslip)}>{payslip.salaryPeriodName}</ReadButton>,
  },
  { head: 'Utbetalningsdag', cell: (payslip) => payslip.salaryPeriodPaymentDate, tight: true },
  {
    head: 'Lönebesked',
    cell: (payslip) => (
      <SaveButton {...fileOf(payslip)} busyText={loading}>
        <VisuallyHidden> {payslip.salaryPeriodName}</VisuallyHidden>
      </SaveButton>
    ),
    tight: true,
    numeric: true,
  },
]

const sorts: readonly [Sort<Payslip>, ...Sort<Payslip>[]] = [
  { label: 'Nyast först' },
  {
    label: 'Äldst först',
    compare: (a, b) => earlierFirst(a.salaryPeriodPaymentDate, b.salaryPeriodPaymentDate),
  },
]
const year = { label: 'År', of: ({ salaryPeriodPaymentDate }: Payslip) => salaryPeriodPaymentDate.slice(0, 4) }
const wordsOf = ({ salaryPeriodName, salaryPeriodPaymentDate }: Payslip) =>
  `${salaryPeriodName} ${salaryPeriodPaymentDate}`

/** 'Lönebesked': the employee's own payslips, newest first. */
export default function PayslipsScreen() {
  const load = useCall(getPayslips, undefined, { failedText: 'Hämta lönespecifikationer misslyckades' })
  return (
    <ReadingPlace>
      <PageHeader title="Lönebesked" />
      <Loaded of={load} skeleton={<Skeleton shape="rows" lines={6} />}>
        {(payslips) =>
          payslips.length === 0 ? (
            <EmptyState icon={walletIcon} title="Inga lönebesked ännu">
              Ditt första visas här när lönen har betalats ut.
            </EmptyState>
          ) : (
            <ListTools of={payslips} words={wordsOf} sorts={sorts} filter={year}>
              {(rows) => <Payslips payslips={rows} />}
            </ListTools>
          )
        }
      </Loaded>
    </ReadingPlace>
  )
}

function Payslips({ payslips }: { payslips: readonly Payslip[] }) {
  const wide = useWide()
  return wide ? (
    <DataView
      label="Lönebesked"
      columns={columns}
      rows={payslips}
      rowKey={({ salaryPeriodId }) => salaryPeriodId}
      tableFrom={30}
      empty={null}
    />
  ) : (
    <Card>
      <DocumentList label="Lönebesked">
        {payslips.map((payslip) => (
          <PayslipRow key={payslip.salaryPeriodId} payslip={payslip} />
        ))}
      </DocumentList>
    </Card>
  )
}

function PayslipRow({ payslip }: { payslip: Payslip }) {
  const { salaryPeriodName, salaryPeriodPaymentDate } = payslip
  return (
    <DocumentRow
      as="li"
      {...fileOf(payslip)}
      label="Period"
      title={salaryPeriodName}
      facts={
        <>
          <span>Utbetalningsdag</span> <time dateTime={salaryPeriodPaymentDate}>{salaryPeriodPaymentDate}</time>
        </>
      }
      busyText={loading}
      saves={<VisuallyHidden> {salaryPeriodName}</VisuallyHidden>}
    />
  )
}
