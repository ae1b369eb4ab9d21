import { expect, it } from 'vitest'
import { ApiError } from '../wire/api-error.ts'
import { keptLoad } from './kept-load.ts'

const loaded = { data: 'oktober' as string | undefined, error: null as ApiError | null, isError: false }
const failing = (status: number) => ({ ...loaded, error: new ApiError(status), isError: true })

it('keeps what was loaded, also for a call whose answers are kept on the phone', () => {
  const copy = { at: 1, failing: true }
  // As useCall makes it (query.ts).
  const load = Object.create(failing(500), { copy: { value: copy } }) as typeof loaded & { copy: typeof copy }
  const { of, failed } = keptLoad(load)
  expect(failed).toBe(true)
  expect([of.data, of.error, of.isError, of.copy]).toEqual(['oktober', null, false, copy])
})

it('keeps nothing that is gone, and no failure of a first load', () => {
  for (const load of [loaded, failing(403), failing(404), { ...failing(500), data: undefined }])
    expect(keptLoad(load)).toEqual({ of: load, failed: false })
})
