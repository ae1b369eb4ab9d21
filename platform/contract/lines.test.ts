import { assert, integer, option, property } from 'fast-check'
import { expect, it } from 'vitest'
import { contrastOf } from './accent.ts'
import { distinctLines, Line, lineOf } from './lines.ts'

const colour = integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

it('is readable in every colour, whatever the feed says of the text', () => {
  assert(
    property(colour, option(colour), (ground, text) => {
      const line = Line.parse(lineOf('8', ground, text))
      expect(contrastOf(line.textfarg ?? '', ground)).toBeGreaterThanOrEqual(4.5)
    }),
  )
})

it('keeps the feed’s pair where it is readable, and chooses black or white where it is not', () => {
  expect(lineOf('1', '#ffffff', '#00639a')).toEqual({ namn: '1', farg: '#ffffff', textfarg: '#00639a' })
  expect(lineOf('2', '#f2b705', '#ffffff')).toEqual({ namn: '2', farg: '#f2b705', textfarg: '#000000' })
  expect(lineOf('3', '#0b6fb8', null)).toEqual({ namn: '3', farg: '#0b6fb8', textfarg: '#ffffff' })
  expect(lineOf('4', null, '#ffffff')).toEqual({ namn: '4', farg: null, textfarg: null })
})

it('is named once, in the order in which it is first driven', () => {
  const [one, two] = [lineOf('1', null, null), lineOf('2', '#000000', null)]
  expect(distinctLines([two, one, { ...two }, one])).toEqual([two, one])
})
