import { pageAt } from '#platform/contract/pages.ts'
import { useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { useInstant, useToday } from '#platform/web/page/now.ts'
import { useGate } from '#platform/web/calls/profile.ts'
import { ButtonLink, ExternalButton } from '#platform/web/ui/Button.tsx'
import { DateField } from '#platform/web/ui/DateField.tsx'
import { dateProblem, isIsoDate } from '#platform/web/ui/iso-date.ts'
import { calendarIcon } from '#platform/web/ui/icons.ts'
import { PageHeader } from '#platform/web/ui/PageHeader.tsx'
import { Toggle } from '#platform/web/ui/Toggle.tsx'
import { variant } from '#platform/web/page/variant.ts'
import { AssignmentList } from './AssignmentList.tsx'
import { useServiceDate } from './use-service-date.ts'
import styles from './AssignmentsScreen.module.css'

/** How long the day stays after a dialog has been closed. */
const HELD_MS = 3_600_000

/** 'Mina uppdrag': the day's run events, simple or detailed. */
export default function AssignmentsScreen() {
  const opening = useServiceDate()
  // The link to a day names it in the address: paths.ts.
  const [search] = useSearchParams()
  const linked = search.get('datum') ?? ''
  // A date that is typed or stepped to holds until a link leads here again, even to the same address. A jump within the page does not
  // count.
  const { key, hash } = useLocation()
  const [typed, setTyped] = useState<{ readonly date: string; readonly at: string }>()
  const chosen = typed && (typed.at === key || hash !== '') ? typed.date : null
  const choose = (date: string) => setTyped({ date, at: key })
  // The opening day changes when a run that passes midnight ends. The day of an open dialog stays, and for some time afterwards, so that the
  // employee sees what has been reported.
  const now = useInstant()
  const [held, setHeld] = useState<{ readonly date: string; readonly at: string; readonly until: number }>()
  const kept = held && (held.at === key || hash !== '') && now < held.until ? held.date : null
  const [detailed, setDetailed] = useState(false)
  const [positioning, setPositioning] = useState(true)
  const passes = useGate()
  const date = chosen ?? kept ?? (isIsoDate(linked) ? linked : opening)
  const problem = dateProblem(date, useToday())
  return (
    <>
      <PageHeader
        title="Mina uppdrag"
        actions={
          <>
            {variant.links.workOrders && <ExternalButton href={variant.links.workOrders}>Körorder</ExternalButton>}
            {passes({ anyOf: ['SchemaEnabled'] }) && (
              <ButtonLink to={pageAt('schema')} icon={calendarIcon}>
                Schema
              </ButtonLink>
            )}
          </>
        }
      />
      <div className={styles['tools']}>
        <DateField label="Datum" value={date} onChange={choose} steps error={problem} />
        <div className={styles['toggles']}>
          <Toggle label="Detaljer" checked={detailed} onChange={setDetailed} />
          <Toggle label="Fram-/återkörningar" checked={positioning} onChange={setPositioning} />
        </div>
      </div>
      {!problem && (
        <AssignmentList
          date={date}
          detailed={detailed}
          positioning={positioning}
          asked={chosen !== null}
          atNow={chosen === null}
          onDate={choose}
          onDialog={(isOpen) => setHeld({ date, at: key, until: isOpen ? Infinity : now + HELD_MS })}
        />
      )}
    </>
  )
}
