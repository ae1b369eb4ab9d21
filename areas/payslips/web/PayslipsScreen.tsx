import { useCall } from '#platform/web/calls/query.ts'
import { type Column, DataView } from '#platform/web/ui/DataView.tsx'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { walletIcon } from '#platform/web/ui/icons-more.ts'
import { Loaded } from '#platform/web/calls/Loaded.tsx'
import { PageHeader } from '#platform/web/ui/PageHeader.tsx'
import { Skeleton } from '#platform/web/ui/Skeleton.tsx'
import { getPayslips } from '../calls.ts'
import type { Payslip } from '../contract.ts'
import { DownloadButton } from './DownloadButton.tsx'
import styles from './PayslipsScreen.module.css'

const columns: readonly Column<Payslip>[] = [
  { head: 'Period', cell: (payslip) => <strong>{payslip.salaryPeriodName}</strong> },
  { head: 'Utbetalningsdag', cell: (payslip) => payslip.salaryPeriodPaymentDate, tight: true },
  { head: 'Lönebesked', cell: (payslip) => <DownloadButton payslip={payslip} />, tight: true },
]

/** 'Lönebesked': the employee's own payslips, newest first. */
export default function PayslipsScreen() {
  const load = useCall(getPayslips, undefined, { failedText: 'Hämta lönespecifikationer misslyckades' })
  return (
    <>
      <PageHeader title="Lönebesked" />
      <Loaded of={load} skeleton={<Skeleton shape="rows" lines={6} />}>
        {(payslips) => (
          <DataView
            label="Lönebesked"
            columns={columns}
            rows={payslips}
            rowKey={({ salaryPeriodId }) => salaryPeriodId}
            card={(payslip) => <PayslipCard payslip={payslip} />}
            empty={
              <EmptyState icon={walletIcon} title="Inga lönebesked ännu">
                Ditt första visas här när lönen har betalats ut.
              </EmptyState>
            }
          />
        )}
      </Loaded>
    </>
  )
}

function PayslipCard({ payslip }: { payslip: Payslip }) {
  return (
    <div className={styles['card']}>
      <dl className={styles['facts']}>
        <dt>Period</dt>
        <dd>
          <strong>{payslip.salaryPeriodName}</strong>
        </dd>
        <dt>Utbetalningsdag</dt>
        <dd>{payslip.salaryPeriodPaymentDate}</dd>
      </dl>
      <DownloadButton payslip={payslip} />
    </div>
  )
}
