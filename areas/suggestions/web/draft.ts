import { useAddressee } from '#core/cases/web/on-behalf.ts'
import { useDraft, useDrafts } from '#platform/web/phone/drafts.ts'
import { formDraftSample } from '#platform/web/calls/forms/continued.ts'
import type { FormDraft } from '#platform/web/calls/forms/use-report.ts'
import type { NewSuggestion } from '../contract.ts'

const key = 'suggestion'

/** The draft of the suggestion that is being written. */
export const useSuggestionDraft = () =>
  useDraft<FormDraft<NewSuggestion>>(useAddressee().draftKey(key), formDraftSample)

/** Whether this phone has an unsent suggestion. */
export const useHasDraft = () => useDrafts(key).has(key)
