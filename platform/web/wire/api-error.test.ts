import { expect, it } from 'vitest'
import { ApiError } from './api-error.ts'

it.each([
  [0, false, false],
  [400, true, true],
  [401, true, false],
  [403, true, true],
  [408, false, false],
  [409, true, true],
  [429, false, false],
  [500, false, false],
])('status %i: a refusal %s, final %s', (status, refusal, final) => {
  const { isRefusal, isFinal } = new ApiError(status)
  expect([isRefusal, isFinal]).toEqual([refusal, final])
})

it('gives the reason: the fields’ messages, each once, otherwise the server’s sentence, otherwise that it failed', () => {
  const state = { a: ['Fel på a.', 'Fel.'], b: ['Fel.'] }
  expect(new ApiError(400, 'Nej.', state).messages).toEqual(['Fel på a.', 'Fel.'])
  expect(new ApiError(400, 'Nej.', state).reason).toBe('Fel på a. Fel.')
  expect(new ApiError(400, 'Nej.').reason).toBe('Nej.')
  expect(new ApiError(0).reason).toBe('Ett fel inträffade')
})
