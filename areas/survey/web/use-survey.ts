import { useCall } from '#platform/web/http/query.ts'
import { getSurvey } from '../calls.ts'

/** Whether the survey is open, and for which form. */
export const useSurvey = ({ enabled = true }: { enabled?: boolean } = {}) =>
  useCall(getSurvey, undefined, { failedText: 'Hämta undersökning misslyckades', enabled })
