import { lazy, Suspense, useState } from 'react'
import { useToday } from '#platform/web/page/now.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { calendarIcon } from '#platform/web/ui/icons.ts'
import { PageHeader } from '#platform/web/ui/PageHeader.tsx'
import { ListView } from './ListView.tsx'
import { MonthView } from './MonthView.tsx'
import styles from './ScheduleScreen.module.css'
import { useShownDay, type View } from './use-shown-day.ts'

const SubscriptionDialog = lazy(() => import('./SubscriptionDialog.tsx'))

const views: readonly { readonly view: View; readonly label: string }[] = [
  { view: 'manad', label: 'Månad' },
  { view: 'lista', label: 'Lista' },
]

/** 'Schema': a month as a calendar, or as the list of its duties. */
export default function ScheduleScreen() {
  const shown = useShownDay()
  const today = useToday()
  const [sharing, setSharing] = useState(false)
  return (
    <>
      <PageHeader
        title="Schema"
        actions={
          <>
            <fieldset className={styles['views']} aria-label="Visa som">
              {views.map(({ view, label }) => (
                <button
                  key={view}
                  type="button"
                  className={styles['view']}
                  aria-pressed={shown.view === view}
                  onClick={() => shown.choose(view)}
                >
                  {label}
                </button>
              ))}
            </fieldset>
            <Button icon={calendarIcon} onClick={() => setSharing(true)}>
              Prenumerera
            </Button>
            <span className={styles['wide']}>
              <Button onClick={() => print()}>Skriv ut</Button>
            </span>
          </>
        }
      />
      {shown.view === 'lista' ? <ListView shown={shown} today={today} /> : <MonthView shown={shown} today={today} />}
      {sharing && (
        <Suspense>
          <SubscriptionDialog onClose={() => setSharing(false)} />
        </Suspense>
      )}
    </>
  )
}
