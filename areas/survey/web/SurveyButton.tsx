import { pageAt } from '#platform/contract/pages.ts'
import { ButtonLink } from '#platform/web/ui/Button.tsx'
import { pencilIcon } from '#platform/web/ui/icons-more.ts'
import { Failed } from '#platform/web/calls/Failed.tsx'
import { useSettled } from '#platform/web/page/use-settled.ts'
import { surveyPath } from './paths.ts'
import styles from './SurveyButton.module.css'
import { useSurvey } from './use-survey.ts'

/**
 * On the dashboard while the survey is open: first according to the phone's copy, then according to the server, which is asked after
 * the dashboard's first calls. If nothing is known yet its space is reserved, so that the duty below it does not jump.
 */
export function SurveyButton() {
  const settled = useSettled()
  const { data, isError, isFetching, refetch } = useSurvey({ enabled: settled })
  if (isError && !isFetching) {
    return <Failed onRetry={() => void refetch()}>Medarbetarundersökningen kunde inte hämtas.</Failed>
  }
  if (!data) return <span className={styles['place']} />
  if (!data[0]?.datum) return null
  return (
    <ButtonLink wide icon={pencilIcon} to={pageAt(surveyPath)}>
      Medarbetarundersökning
    </ButtonLink>
  )
}
