import { prefetch, useCall } from '#platform/web/calls/query.ts'
import { getAnswered, getSurvey } from '../calls.ts'

const options = { failedText: 'Hämta undersökning misslyckades' }

/** Whether the survey is open, and for which form. */
export const useSurvey = () => useCall(getSurvey, undefined, options)

/** Loads the survey's status before the component that shows it is rendered. */
export const prefetchSurvey = () => prefetch(getSurvey, undefined, options)

/** Whether the employee has answered; undefined while loading. False if the first load fails: the reply to sending then shows it. */
export function useAnswered(): boolean | undefined {
  const { data, isError } = useCall(getAnswered)
  return data ?? (isError ? false : undefined)
}
