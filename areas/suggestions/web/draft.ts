import { useDraft, useDrafts } from '#platform/web/drafts.ts'
import { keptFields, type KeptFields } from '#platform/web/forms/use-kept-form.ts'
import type { NewSuggestion } from '../contract.ts'

const key = 'suggestion'

/** The suggestion that is being written. */
export const useSuggestionDraft = () => useDraft<KeptFields<NewSuggestion>>(key, keptFields)

/** Whether one was begun on this phone and not sent. */
export const useHasDraft = () => useDrafts(key).has(key)
