import { expect, it, vi } from 'vitest'
import type { DetailsForm } from '../contract.ts'

// A draft's own code; where drafts are kept needs a page.
vi.mock('#platform/web/phone/drafts.ts', () => ({ useDraft: () => undefined }))
const { draftOf } = await import('./draft.ts')

const base = { firstName: 'Anna', city: 'Umeå', relativePhone: '701234567' } as DetailsForm

it('keeps only changed fields on the phone', () => {
  expect(draftOf({ ...base, city: 'Vännäs' }, { base, tag: 't' })).toEqual({
    typed: { city: 'Vännäs' },
    base: { city: 'Umeå' },
    tag: 't',
  })
  expect(draftOf(base, { base, tag: 't' })).toBeNull()
})
