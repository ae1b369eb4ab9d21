import { pageAt } from '#platform/contract/pages.ts'
import { useState } from 'react'
import { announce } from '#platform/web/ui/announce.ts'
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx'
import { pencilIcon } from '#platform/web/ui/icons-more.ts'
import { focusHeading } from '#platform/web/ui/page-focus.ts'
import { Failed } from '#platform/web/calls/Failed.tsx'
import { useToday } from '#platform/web/page/now.ts'
import { readText, store } from '#platform/web/page/stored.ts'
import { useSubject } from '#platform/web/who/session.ts'
import { surveyPath } from './paths.ts'
import { isPutAway } from './put-away.ts'
import styles from './SurveyRow.module.css'
import { prefetchSurvey, useSurvey } from './use-survey.ts'

// Whether somebody has answered is not asked here, and not kept on the phone: it is anonymous. So it can be put away instead.
const keyOf = (subject: string) => `linjen.survey-put-away:${subject}`

export const begin = prefetchSurvey

/** On the dashboard while the survey is open, until it is put away; it comes back in the survey's last week. */
export default function SurveyRow() {
  const today = useToday()
  const key = keyOf(useSubject())
  const [putAwayOn, setPutAwayOn] = useState(() => readDate(key))
  const { data, isError, isFetching, refetch } = useSurvey()
  if (isPutAway(putAwayOn, today)) return null
  if (isError && !isFetching) {
    return <Failed onRetry={() => void refetch()}>Medarbetarundersökningen kunde inte hämtas.</Failed>
  }
  if (!data) return <span className={styles['place']} />
  if (!data[0]?.datum) return null

  function putAway() {
    store(key, today)
    setPutAwayOn(today)
    announce('Medarbetarundersökningen är dold')
    // The button goes with the row.
    setTimeout(focusHeading)
  }

  return (
    <div className={styles['row']}>
      <ButtonLink kind="quiet" icon={pencilIcon} to={pageAt(surveyPath)}>
        Medarbetarundersökning
      </ButtonLink>
      <Button kind="quiet" onClick={putAway}>
        Dölj
      </Button>
    </div>
  )
}

/** The day on which the row was put away. */
function readDate(key: string): string | null {
  return /\d{4}-\d\d-\d\d/.exec(readText(key) ?? '')?.[0] ?? null
}
