import { expect, it } from 'vitest'
import type { Item } from '../outbox-item.ts'
import { afterSending, isPassing, lineOf } from './words.ts'

const none = { waiting: 0, held: 0, failed: 0, sent: 0, sending: false }

it.each([
  [true, none, undefined],
  [false, none, 'Ingen täckning, eller så svarar inte portalen. Du ser det som sparades senast.'],
  [
    false,
    { ...none, waiting: 2 },
    'Ingen täckning, eller så svarar inte portalen. Du ser det som sparades senast. 2 saker väntar på att skickas.',
  ],
  [true, { ...none, waiting: 1 }, 'En sak väntar på att skickas.'],
  [
    true,
    { ...none, waiting: 2, held: 1 },
    '2 saker väntar på att skickas. Portalen kan inte ta emot just nu. Nytt försök görs automatiskt.',
  ],
  [true, { ...none, waiting: 3, sending: true }, 'Skickar, 3 kvar..'],
  [true, { ...none, waiting: 1, failed: 1 }, 'En sak kunde inte skickas.'],
  [true, { ...none, sent: 2 }, '2 saker som väntade har skickats.'],
])('reached %s, %j', (reached, counts, text) => expect(lineOf(reached, counts)?.text).toBe(text))

it.each([
  [none, 'Ingen täckning, eller så svarar inte portalen.'],
  [{ ...none, waiting: 1 }, 'Ingen täckning, eller så svarar inte portalen. En sak väntar på att skickas.'],
])('without coverage, where nothing is kept, %j', (counts, text) =>
  expect(lineOf(false, counts, false)?.text).toBe(text),
)

it.each([
  ['what is being sent', true, { ...none, waiting: 1, sending: true }, true],
  ['what waits for its turn', true, { ...none, waiting: 1 }, true],
  ['without coverage', false, { ...none, waiting: 1 }, false],
  ['what could not be sent', true, { ...none, waiting: 1, failed: 1 }, false],
  ['what has been sent', true, { ...none, sent: 1 }, false],
])('%s: whether the line may soon be outdated', (_what, reached, counts, passing) =>
  expect(isPassing(reached, counts)).toBe(passing),
)

const item = (seq: number, change: Partial<Item> = {}) =>
  ({ seq, what: 'Felrapport', state: 'waiting', ...change }) as Item
const reason = 'Portalen kunde inte ta emot det.'

it.each([
  ['all is sent', [item(1, { state: 'sent' })], 'Allt är skickat.'],
  ['all is gone', [], 'Allt är skickat.'],
  ['one waits', [item(1)], 'En sak är skickad. En sak väntar på att skickas.'],
  [
    'all wait for the server',
    [item(1, { heldUntil: 1, reason }), item(2, { heldUntil: 1, reason })],
    `2 saker väntar på att skickas. ${reason}`,
  ],
  [
    'one is refused, and another was before',
    [item(2, { state: 'failed', reason: 'Bussen är såld.' }), item(3, { state: 'failed', reason })],
    'En sak är skickad. Felrapport kunde inte skickas. Bussen är såld.',
  ],
  ['only the one that was not tried is left', [item(3, { state: 'failed' })], '2 saker är skickade.'],
])('after two were tried: %s', (_what, now, text) => expect(afterSending([item(1), item(2)], now)).toBe(text))
