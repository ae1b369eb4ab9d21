import { expect, it } from 'vitest'
import type { DetailsForm } from '../contract.ts'
import { draftOf } from './changes.ts'

const base = { firstName: 'Anna', city: 'Umeå', relativePhone: '701234567' } as DetailsForm

it('keeps only changed fields on the phone', () => {
  expect(draftOf({ ...base, city: 'Vännäs' }, { base, tag: 't' })).toEqual({
    typed: { city: 'Vännäs' },
    base: { city: 'Umeå' },
    tag: 't',
  })
  expect(draftOf(base, { base, tag: 't' })).toBeNull()
})
