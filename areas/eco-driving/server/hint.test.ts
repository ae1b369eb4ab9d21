import { expect, test } from 'vitest'
import { hintFrom, type HintTrip } from './hint.ts'

const trip = (what: string, index: number, temperature: number | null = 5): HintTrip => ({
  trip: what,
  litres: 10 * index,
  expected: 10,
  temperature,
})
const times = (count: number, ...given: Parameters<typeof trip>) => Array.from({ length: count }, () => trip(...given))

test('names the line with the highest consumption, and what to try', () => {
  const trips = [...times(8, 'Linje 5 10:00', 0.9), ...times(4, 'Linje 4 10:30', 1.008), ...times(4, 'linje 8', 0.92)]
  const { kind, text } = hintFrom(trips)
  expect(kind).toBe('advice')
  expect(text).toMatch(/^På linje 4 har ditt jämförelseindex varit 11\u00a0% högre än på dina övriga turer/)
  expect(text).toMatch(/Prova att .+\.$/)
})

test.each([
  ['4 Vasaplan–Röbäck', /^På linje 4 /],
  ['Linje Blå mot Röbäck 06:12', /^På linje Blå /],
  ['Nattlinje Ö 23:30', /^På turen Nattlinje Ö 23:30 /],
  ['Ölinje 4', /^På turen Ölinje 4 /],
  ['Skolskjuts Holmsund', /^På turen Skolskjuts Holmsund /],
  // A time of day is not a line.
  ['12:30 Vasaplan', /^På turen 12:30 Vasaplan /],
])('a trip described as %j', (what, expected) => {
  expect(hintFrom([...times(6, what, 1.2), ...times(6, 'Linje 5', 0.9)]).text).toMatch(expected)
})

test('names the time of day', () => {
  const spread = (hour: string, index: number) =>
    ['1', '5', '8'].flatMap((line) => times(3, `Linje ${line} ${hour}:15`, index))
  expect(hintFrom([...spread('07', 1.1), ...spread('12', 0.95)]).text).toMatch(
    /^På turer mellan klockan 6 och 9 .* 16\u00a0%/,
  )
  expect(hintFrom([...spread('21', 1.1), ...spread('12', 0.95)]).text).toMatch(/^På turer efter klockan 18 /)
  expect(hintFrom([...spread('25', 1.1), ...spread('12', 0.95)]).text).toMatch(/^På turer efter klockan 18 /)
})

test('names cold days', () => {
  const trips = ['1', '5', '8'].flatMap((line) => [
    ...times(2, `Linje ${line}`, 1.05, -8),
    ...times(2, `Linje ${line}`, 0.95, 3),
    trip(`Linje ${line}`, 0.95, null),
  ])
  expect(hintFrom(trips).text).toMatch(/^När det är minusgrader har ditt jämförelseindex varit 11\u00a0% högre/)
})

test('nothing stands out if all trips are similar, and a few trips are not a group', () => {
  expect(hintFrom([...times(9, 'Linje 1', 0.9), ...times(9, 'Linje 2', 0.91)])).toMatchObject({
    kind: 'even',
    text: expect.stringMatching(/Fortsätt så\.$/),
  })
  expect(hintFrom([...times(12, 'Linje 1', 0.9), ...times(3, 'Linje 2', 1.9)]).kind).toBe('even')
  expect(hintFrom(times(12, 'Linje 1', 1.12)).text).toMatch(/Totalt drar du 12\u00a0% mer än jämförelsen\. Prova att /)
})

test('with too little it says what is missing', () => {
  expect(hintFrom([])).toMatchObject({ kind: 'tooLittle', text: expect.stringMatching(/Hittills har du ingen\.$/) })
  const unmeasured = { trip: 'Linje 4', litres: null, expected: 8, temperature: 1 }
  const { kind, text } = hintFrom([...times(9, 'Linje 4', 1), unmeasured])
  expect([kind, text]).toEqual(['tooLittle', expect.stringMatching(/minst 10 turer .* Hittills har du 9\.$/)])
})
