import type { WebArea } from '#platform/web/shell/area.ts'
import { surveyPath } from './paths.ts'

/** Opened from its row on the dashboard, which is shown while the survey is open; not in the menu. */
export const survey: WebArea = {
  screens: [{ path: surveyPath, title: 'Medarbetarundersökning', load: () => import('./SurveyScreen.tsx') }],
  blocks: [{ id: 'survey', place: 'row', load: () => import('./SurveyRow.tsx') }],
}
