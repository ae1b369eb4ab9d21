import { expect, test } from 'vitest'
import { mergeNewer } from './rules.ts'

test('typed values stay, others are updated, and conflicts are reported', () => {
  const base = { city: 'Umeå', address: 'Storgatan 1', zipCode: '90321', email: 'a@x.se' }
  const typed = { ...base, address: 'Nygatan 2', zipCode: '90325' }
  const newer = { ...base, address: 'Kungsgatan 3', zipCode: '90325', city: 'Holmsund' }
  expect(mergeNewer({ base, typed, newer })).toEqual({
    merged: { city: 'Holmsund', address: 'Nygatan 2', zipCode: '90325', email: 'a@x.se' },
    both: ['address'],
  })
})
