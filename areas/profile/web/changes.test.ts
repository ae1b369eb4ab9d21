import { expect, it } from 'vitest'
import type { DetailsForm } from '../contract.ts'
import { changesOf } from './changes.ts'

const base = { firstName: 'Anna', city: 'Umeå', relativePhone: '701234567' } as DetailsForm

it('keeps only changed fields on the phone', () => {
  const changes = changesOf({ ...base, city: 'Vännäs' }, { base, tag: 't' })
  expect(changes).toEqual({ typed: { city: 'Vännäs' }, base: { city: 'Umeå' }, tag: 't' })
  expect(changesOf(base, { base, tag: 't' }).typed).toEqual({})
})
