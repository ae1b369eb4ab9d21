import { ReadButton } from '#core/documents/web/ReadButton.tsx'
import { prefetch, useCall } from '#platform/web/calls/query.ts'
import { Icon } from '#platform/web/ui/Icon.tsx'
import { walletIcon } from '#platform/web/ui/icons-more.ts'
import { getPayslips } from '../calls.ts'
import styles from './LatestPayslip.module.css'
import { fileOf, payslipTitle } from './payslip-file.ts'

export const begin = () => prefetch(getPayslips, undefined)

/**
 * On the dashboard: the latest payslip, one tap away, since most employees come for that one. Nothing if there is none, or if the list
 * cannot be fetched.
 */
export default function LatestPayslip() {
  const { data, isError } = useCall(getPayslips)
  if (!data && !isError) return <span className={styles['place']} />
  const latest = data?.[0]
  if (!latest) return null
  return (
    <div className={styles['row']}>
      <Icon path={walletIcon} size={20} />
      <ReadButton {...fileOf(latest)}>{payslipTitle(latest)}</ReadButton>
    </div>
  )
}
