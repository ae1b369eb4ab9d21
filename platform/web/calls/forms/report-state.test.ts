import { expect, it } from 'vitest'
import type { Followed } from '../../phone/outbox/followed.ts'
import { ApiError } from '../../wire/api-error.ts'
import { stateOf } from './report-state.ts'

const idle = { busy: false, error: null, answer: undefined, waiting: false }
const error = new ApiError(400, 'Fel')

it.each([
  ['nothing has been sent', idle, null, { kind: 'idle' }],
  ['it is on its way, whatever became of the last one', { ...idle, busy: true, error }, null, { kind: 'sending' }],
  ['it was refused', { ...idle, error }, null, { kind: 'refused', error }],
  ['it was sent', { ...idle, answer: true }, null, { kind: 'sent', answer: true }],
  ['it waits', { ...idle, waiting: true }, { kind: 'waiting' }, { kind: 'waiting' }],
  [
    'it waited, and has been sent',
    { ...idle, waiting: true },
    { kind: 'sent', answer: 7 },
    { kind: 'sent', answer: 7 },
  ],
  [
    'it waited, and was refused',
    { ...idle, waiting: true },
    { kind: 'failed', reason: 'Såld' },
    { kind: 'failed', reason: 'Såld' },
  ],
  ['it waited, and was taken away by hand', { ...idle, waiting: true }, null, { kind: 'idle' }],
])('says that %s', (_what, sending, followed, state) => {
  expect(stateOf(sending, followed as Followed | null)).toEqual(state)
})

it('treats an answer of false as a refusal without a message', () => {
  expect(stateOf({ ...idle, answer: false }, null)).toMatchObject({ kind: 'refused', error: { messages: [] } })
})
