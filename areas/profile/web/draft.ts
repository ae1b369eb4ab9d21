import { useDraft } from '#platform/web/phone/drafts.ts'
import type { ProfileDraft } from './changes.ts'

/** What has been changed in the details and not saved. */
export const useProfileDraft = () => useDraft<ProfileDraft>('profile', { typed: {}, base: {}, tag: '' })
