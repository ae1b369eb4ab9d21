import { expect, test } from 'vitest'
import { hidingNames } from './hide-name.ts'

test.each([
  ['Bo', 'Ek', 'Bo Ek körde till Boden och Ekerö.', '[dolt namn] körde till Boden och Ekerö.'],
  ['Anna', 'Lindgren', 'Annas stol, fru Lindgrens: Anna!', '[dolt namn]s stol, fru [dolt namn]s: [dolt namn]!'],
  ['Per-Olov', 'Brännström', 'Per-Olov (Brännström)', '[dolt namn] ([dolt namn])'],
  ['Åsa', 'Öst', 'Åsa, Åsalund, Öst och öster', '[dolt namn], Åsalund, [dolt namn] och öster'],
  ['A.', '(B)', 'A. skrev till (B) men inte AB', '[dolt namn] skrev till [dolt namn] men inte AB'],
  ['', 'Ek', 'Vid Ek, intill.', 'Vid [dolt namn], intill.'],
  ['Anna', 'Lindgren', 'mvh anna, ANNA LINDGREN', 'mvh [dolt namn], [dolt namn]'],
  ['Anna', 'Lindgren', 'anna.lindgren@linjen.se, Lindgren, Anna', '[dolt namn]@linjen.se, [dolt namn]'],
  ['Per', 'Ström', 'Per: en stöt per dag, ingen ström', '[dolt namn]: en stöt per dag, ingen ström'],
  ['Anna-Karin', 'von Essen', 'Anna och Karin von Essen, von och till', '[dolt namn] och [dolt namn], von och till'],
  ['Åsa', 'Öst', 'Åsa'.normalize('NFD'), '[dolt namn]'],
  [
    'İbrahim',
    'Çelik',
    'İbrahim, IBRAHIM ÇELIK, annaçelik, ibrahimçelik',
    '[dolt namn], [dolt namn], annaçelik, [dolt namn]',
  ],
  // The name of an employee who is known only by number.
  [
    'Anställd',
    '77031',
    'En anställd såg Anställd 77031 på linje 77031.',
    'En anställd såg [dolt namn] på linje 77031.',
  ],
  ['Anställd', '211', 'anställd 211, Anställd 2110', '[dolt namn], Anställd 2110'],
])('%s %s is taken out, and nothing else', (first, last, text, hidden) => {
  expect(hidingNames([{ first, last }])(text)).toBe(hidden)
})

test('somebody else with a part of the name stays whole, so that what is left does not tell', () => {
  const hide = hidingNames([{ first: 'Anna', last: 'Lindgren' }], {
    others: ['Anna Berg', 'Nils Lindgren', 'Anna Lindgren'],
  })
  expect(hide('Anna Berg ringde Anna. Nils Lindgrens buss, Anna Lindgren.')).toBe(
    'Anna Berg ringde [dolt namn]. Nils Lindgrens buss, [dolt namn].',
  )
})

test('every name that she has had is taken out, each as one', () => {
  const hide = hidingNames(
    [
      { first: 'Anna', last: 'Ström' },
      { first: 'Anna', last: 'Lindgren' },
    ],
    { others: ['Anna Berg', 'Anna Ström'] },
  )
  expect(hide('Anna Lindgren, anna.lindgren@linjen.se: Anna Ström! Lindgrens ström och Anna Berg')).toBe(
    '[dolt namn], [dolt namn]@linjen.se: [dolt namn]! [dolt namn]s ström och Anna Berg',
  )
})

/** Names with twenty words in each half; no two names have a word in common. */
const longNames = (count: number) =>
  Array.from({ length: count }, (_, of) => {
    const half = (letter: string) =>
      Array.from({ length: 20 }, (__, word) => `${letter}${String.fromCharCode(97 + word)}${of.toString(36)}`).join(' ')
    return { first: half('F'), last: half('L') }
  })

test('what twenty times as many names cost is not much more than twenty times as much', () => {
  const text = 'Fa1 La1, vid hållplatsen. '.repeat(150)
  const time = (names: ReturnType<typeof longNames>) =>
    Math.min(
      ...Array.from({ length: 5 }, () => {
        const begun = performance.now()
        expect(hidingNames(names)(text)).toBe('[dolt namn], vid hållplatsen. '.repeat(150))
        return performance.now() - begun
      }),
    )
  expect(time(longNames(200)) / time(longNames(10))).toBeLessThan(40)
})

test('a long name is taken out as a whole and by each of its words', () => {
  const [name] = longNames(1) as [{ first: string; last: string }]
  const hide = hidingNames([name])
  expect(hide(`Hej ${name.first} ${name.last}! Fa0 och Lt0.`)).toBe('Hej [dolt namn]! [dolt namn] och [dolt namn].')
  expect(hide(`${name.last}, ${name.first.toUpperCase()}`)).toBe('[dolt namn]')
})

test('a text that is made to be slow to look through is not', () => {
  const nested = (letter: string) =>
    Array.from({ length: 50 }, (_, at) =>
      Array(at + 1)
        .fill(letter)
        .join(' '),
    )
  const [firsts, lasts] = [nested('A'), nested('B')]
  const hide = hidingNames(firsts.map((first, at) => ({ first, last: lasts[at] ?? '' })))
  const time = (times: number) => {
    const begun = performance.now()
    hide(`${'A '.repeat(100)}${' '.repeat(100)}${'B '.repeat(100)}`.repeat(times))
    return performance.now() - begun
  }
  // The least of several: what else runs on the machine makes some slower.
  const least = (times: number) => Math.min(...Array.from({ length: 7 }, () => time(times)))
  least(1)
  expect(least(20) / Math.max(least(2), 1)).toBeLessThan(40)
})

test('a colleague’s name is no cover for a longer one of her own', () => {
  const hide = hidingNames([{ first: 'Anna', last: 'Berg Ek' }], { others: ['Anna Berg'] })
  expect(hide('Anna Berg Ek, ANNA BERG EK och Anna Berg.')).toBe('[dolt namn], [dolt namn] och Anna Berg.')
})
