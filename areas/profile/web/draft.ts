import { useDraft } from '#platform/web/phone/drafts.ts'
import type { ProfileDraft } from './changes.ts'

/** The unsaved changes of the details. */
export const useProfileDraft = () => useDraft<ProfileDraft>('profile', { typed: {}, base: {}, tag: '' })
