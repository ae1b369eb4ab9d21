import { expect, it } from 'vitest'
import { isPassing, lineOf } from './words.ts'

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
  ['what is being sent', true, { ...none, waiting: 1, sending: true }, true],
  ['what waits for its turn', true, { ...none, waiting: 1 }, true],
  ['without coverage', false, { ...none, waiting: 1 }, false],
  ['what could not be sent', true, { ...none, waiting: 1, failed: 1 }, false],
  ['what has been sent', true, { ...none, sent: 1 }, false],
])('%s: whether the line may soon be outdated', (_what, reached, counts, passing) =>
  expect(isPassing(reached, counts)).toBe(passing),
)
