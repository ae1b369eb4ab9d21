import { useDraft } from '#platform/web/drafts.ts'
import type { DetailsForm } from '../contract.ts'

/** Changes that are not saved, with what they were made on. */
export interface ProfileDraft {
  readonly typed: DetailsForm
  readonly base: DetailsForm
  readonly tag: string
}

export const useProfileDraft = () => useDraft<ProfileDraft>('profile')
