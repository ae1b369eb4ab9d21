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
