import { useState } from 'react'
import { saveTable } from '#core/cases/web/save-table.ts'
import { addDays } from '#platform/contract/wall-clock.ts'
import { Loaded } from '#platform/web/calls/Loaded.tsx'
import { useCall } from '#platform/web/calls/query.ts'
import { useToday } from '#platform/web/page/now.ts'
import { announce } from '#platform/web/ui/announce.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { Card } from '#platform/web/ui/Card.tsx'
import { SelectField } from '#platform/web/ui/Field.tsx'
import { Notice } from '#platform/web/ui/Notice.tsx'
import { PageHeader } from '#platform/web/ui/PageHeader.tsx'
import { Skeleton } from '#platform/web/ui/Skeleton.tsx'
import { send } from '#platform/web/wire/client.ts'
import { getMonthForPayroll, getPayroll } from '../cases.ts'
import type { MonthForPayroll } from '../payroll-contract.ts'
import { periodName } from '../rules.ts'
import styles from './PayrollScreen.module.css'

const MONTHS = 12

/** The months before this one, the latest first. */
function monthsBefore(today: string): string[] {
  const months: string[] = []
  let day = today
  while (months.length < MONTHS) {
    day = addDays(`${day.slice(0, 7)}-01`, -1)
    months.push(day.slice(0, 7))
  }
  return months
}

/** 'Löneunderlag': the approved time reports of a month as a file for the payroll system. */
export default function PayrollScreen() {
  const months = monthsBefore(useToday())
  const [month, setMonth] = useState(months[0] ?? '')
  const load = useCall(getMonthForPayroll, { manad: month }, { failedText: 'Månaden kunde inte hämtas' })
  return (
    <>
      <PageHeader
        title="Löneunderlag"
        lead="Godkända tidrapporter till lönesystemet. Varje hämtning skrivs i loggen."
      />
      <div className={styles['payroll']}>
        <SelectField
          label="Månad"
          value={month}
          options={months.map((each) => ({ value: each, label: periodName(each) }))}
          onChange={({ target }) => setMonth(target.value)}
        />
        <Loaded of={load} skeleton={<Skeleton lines={3} />}>
          {(counts) => <Month key={month} month={month} counts={counts} />}
        </Loaded>
      </div>
    </>
  )
}

/** A month with its file. */
function Month({ month, counts: { godkanda, ejKlara } }: { month: string; counts: MonthForPayroll }) {
  const [saving, setSaving] = useState<'busy' | 'failed' | null>(null)
  const save = async () => {
    setSaving('busy')
    try {
      await saveTable(`loneunderlag-${month}`, (efter) => send(getPayroll, { query: { manad: month, efter } }))
      setSaving(null)
      announce('Filen är sparad')
    } catch {
      setSaving('failed')
    }
  }
  return (
    <Card
      title={periodName(month)}
      actions={
        <Button kind="primary" busy={saving === 'busy'} disabled={godkanda === 0} onClick={() => void save()}>
          {saving === 'busy' ? 'Hämtar..' : 'Hämta CSV'}
        </Button>
      }
    >
      <p className={styles['count']}>
        <b>{godkanda}</b> {godkanda === 1 ? 'godkänd tidrapport' : 'godkända tidrapporter'} är med i filen.
      </p>
      {ejKlara > 0 && (
        <Notice kind="warning">
          {ejKlara === 1
            ? 'En tidrapport är inte godkänd än och är inte med.'
            : `${ejKlara} tidrapporter är inte godkända än och är inte med.`}
        </Notice>
      )}
      {saving === 'failed' && <Notice kind="error">Filen kunde inte hämtas. Försök igen.</Notice>}
    </Card>
  )
}
