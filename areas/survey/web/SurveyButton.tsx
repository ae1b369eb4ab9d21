import { ButtonLink } from '#platform/web/ui/Button.tsx'
import { pencilIcon } from '#platform/web/ui/icons-more.ts'
import { surveyPath } from './paths.ts'
import { useSurvey } from './use-survey.ts'

/** On the dashboard while the survey is open. */
export default function SurveyButton() {
  const { data } = useSurvey()
  if (!data?.[0]?.datum) return null
  return (
    <ButtonLink wide icon={pencilIcon} to={`/dashboard/${surveyPath}`}>
      Medarbetarundersökning
    </ButtonLink>
  )
}
