import { useCall } from '#platform/web/calls/query.ts'
import type { LastMonth } from '../contract.ts'
import { getLastMonth } from '../calls.ts'
import styles from './FaultScreen.module.css'

/**
 * The outcome of last month's reports, as a line above the employee's own ones. Its space is reserved while it loads. It is not essential,
 * so a failed load shows nothing.
 */
export function LastMonthOutcome() {
  const { data, isPending } = useCall(getLastMonth, undefined, { staleTime: 3_600_000 })
  return data || isPending ? <p className={styles['became']}>{data && inWords(data)}</p> : null
}

function inWords({ reported, done, medianDays }: LastMonth): string {
  const parts = [
    `${reported} ${reported === 1 ? 'felrapport' : 'felrapporter'}`,
    ...(done === null ? [] : [`${done} åtgärdade`]),
    ...(medianDays === null ? [] : [`hälften inom ${medianDays === 1 ? '1 dag' : `${medianDays} dagar`}`]),
  ]
  return `Förra månaden: ${parts.join(', ')}.`
}
