import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seed } from '../../../checks/effort.ts'
import type { GivenAnswer } from './given-answer.ts'
import { sorted } from './groups.ts'
import { expectNoFew } from './no-few-fixture.ts'

const given = (company: string | null, area: string | null, more: Partial<GivenAnswer> = {}): GivenAnswer => ({
  year: 2027,
  form: 'forare',
  company,
  area,
  answers: {},
  old: false,
  ...more,
})
const times = (count: number, answer: GivenAnswer) => Array.from({ length: count }, () => answer)
const open = () => false
const over = () => true
const labels = (answers: readonly GivenAnswer[]) =>
  answers.map(({ company, area }) => `${company ?? '-'}/${area ?? '-'}`).toSorted()

test('four of a company and form wait; with the fifth they are released together', () => {
  const four = times(4, given('norr', 'Umeå'))
  expect(sorted(four, open)).toEqual({ mixed: [], waiting: four })
  expect(sorted([...four, given('norr', 'Umeå')], open)).toEqual({
    mixed: times(5, given('norr', 'Umeå')),
    waiting: [],
  })
  expect(sorted([...four, given('vast', 'Umeå')], open).mixed).toEqual([])
  expect(sorted([...four, given('norr', 'Umeå', { form: 'tjansteman' })], open).mixed).toEqual([])
  expect(sorted([...four, given('norr', 'Umeå', { year: 2029 })], open).mixed).toEqual([])
})

test.each([
  ['a rest of five and more has no area', { Umeå: 5, Luleå: 3, Kiruna: 2 }, { Umeå: 5, '-': 5 }],
  ['a smaller rest takes the smallest area with it', { Umeå: 7, Luleå: 5, Kiruna: 4 }, { Umeå: 7, '-': 9 }],
  ['though it be the only one', { Umeå: 5, Kiruna: 1 }, { '-': 6 }],
  ['without a rest all areas stay', { Umeå: 5, Luleå: 6 }, { Umeå: 5, Luleå: 6 }],
])('%s', (_what, sent, shown) => {
  const batch = Object.entries(sent).flatMap(([area, count]) => times(count, given('norr', area)))
  const expected = Object.entries(shown).flatMap(([area, count]) =>
    times(count, given('norr', area === '-' ? null : area)),
  )
  expect(labels(sorted(batch, open).mixed)).toEqual(labels(expected))
})

test('when the year is over, the companies’ remaining answers are combined without company and area', () => {
  const rests = [...times(3, given('norr', 'Umeå')), ...times(2, given('vast', 'Borås'))]
  expect(sorted(rests, open).mixed).toEqual([])
  expect(labels(sorted(rests, over).mixed)).toEqual(times(5, given(null, null)).map(() => '-/-'))
  expect(sorted(rests.slice(1), over)).toEqual({ mixed: [], waiting: rests.slice(1) })
})

test('an answer whose author an old log may name does not count towards a group', () => {
  const pool = [...times(4, given('norr', 'Umeå', { old: true })), given('norr', 'Umeå')]
  expect(sorted(pool, over).mixed).toEqual([])
})

const answers = fc.array(
  fc.record({
    year: fc.constantFrom(2027, 2029),
    form: fc.constantFrom('forare' as const, 'tjansteman' as const),
    company: fc.constantFrom('norr', 'vast', null),
    area: fc.constantFrom('a', 'b', 'c', null),
    answers: fc.constant({}),
    old: fc.boolean(),
  }),
  { maxLength: 120 },
)

test('whatever is sent in whichever hours, no group and no difference of groups is one to four, and nothing is lost or duplicated', () => {
  fc.assert(
    fc.property(fc.array(answers, { maxLength: 4 }), fc.boolean(), (hours, isOver) => {
      let waiting: readonly GivenAnswer[] = []
      const shown: GivenAnswer[] = []
      for (const [at, sent] of hours.entries()) {
        const pool = [...waiting, ...sent]
        const result = sorted(pool, () => isOver && at === hours.length - 1)
        expect(result.mixed.length + result.waiting.length).toBe(pool.length)
        // An hour's log, together with everything else that an attacker may know, narrows an answer down to its batch.
        expectNoFew(result.mixed)
        shown.push(...result.mixed)
        waiting = result.waiting
      }
      expectNoFew(shown)
    }),
    { seed, numRuns: 300 },
  )
})
