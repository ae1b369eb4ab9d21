import { pageAt } from '#platform/contract/pages.ts'
import { useState } from 'react'
import { announce } from '#platform/web/ui/announce.ts'
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx'
import { pencilIcon } from '#platform/web/ui/icons-more.ts'
import { passFocus } from '#platform/web/ui/page-focus.ts'
import { Failed } from '#platform/web/calls/Failed.tsx'
import { useFailure } from '#platform/web/calls/use-failure.ts'
import { useToday } from '#platform/web/page/now.ts'
import { readText, store } from '#platform/web/page/stored.ts'
import { useSubject } from '#platform/web/who/session.ts'
import { surveyPath } from './paths.ts'
import { isPutAway } from './put-away.ts'
import styles from './SurveyRow.module.css'
import { prefetchSurvey, useSurvey } from './use-survey.ts'

// The dashboard does not ask whether the employee has answered, and the phone does not store it, because the survey is anonymous. Instead
// the employee can hide the row.
const keyOf = (subject: string) => `linjen.survey-put-away:${subject}`

export const begin = prefetchSurvey

/** The row on the dashboard while the survey is open, until the employee hides it. It comes back in the survey's last week. */
export default function SurveyRow() {
  const today = useToday()
  const key = keyOf(useSubject())
  const [putAwayOn, setPutAwayOn] = useState(() => readDate(key))
  const load = useSurvey()
  const { data } = load
  const failure = useFailure(load)
  // Most likely it will not be shown, so it neither takes a place nor reports a failure.
  if (!data && putAwayOn !== null) return null
  if (!data && failure) {
    return (
      <Failed busy={failure.busy} onRetry={failure.onRetry}>
        Medarbetarundersökningen kunde inte hämtas.
      </Failed>
    )
  }
  if (!data) return <span className={styles['place']} />
  const [survey] = data
  if (!survey?.datum || survey.opens === null || survey.closes === null) return null
  if (isPutAway(putAwayOn, { opens: survey.opens, closes: survey.closes }, today)) return null

  function putAway() {
    store(key, today)
    setPutAwayOn(today)
    announce('Medarbetarundersökningen är dold')
  }

  return (
    <div className={styles['row']}>
      <ButtonLink kind="quiet" icon={pencilIcon} to={pageAt(surveyPath)}>
        Medarbetarundersökning
      </ButtonLink>
      <Button ref={passFocus} kind="quiet" onClick={putAway}>
        Dölj
      </Button>
    </div>
  )
}

/** The day on which the row was put away. */
function readDate(key: string): string | null {
  return /\d{4}-\d\d-\d\d/.exec(readText(key) ?? '')?.[0] ?? null
}
