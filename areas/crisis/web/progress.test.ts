import { expect, test } from 'vitest'
import type { Part } from '../contract.ts'
import { listsOf } from '../rules.ts'
import { doneText, isStale, listAtHand, progressText, stepKey } from './progress.ts'
import { reviewText } from './review-text.ts'

const part = (list: string | undefined, ...steps: string[]): Part => ({
  title: steps[0]!,
  list,
  steps: steps.map((what) => ({ do: what })),
})
const alternatives = listsOf({
  parts: [part('Skadad', 'Stanna', 'Ring 112'), part('Skadad', 'Rapportera'), part('Hot', 'Stanna')],
})
const [hurt, threat] = alternatives
const at = (index: number, words: string, time: string) => ({ [stepKey(index, words)]: time })

test('a list is counted separately, across its parts', () => {
  const ticks = { ...at(0, 'Stanna', '2026-11-21T04:31:00'), ...at(1, 'Rapportera', '2026-11-21T09:00:00') }
  expect(progressText([hurt!], ticks)).toBe('Klart: 2 av 3 steg')
  expect(progressText([threat!], ticks)).toBe('Klart: 0 av 1 steg')
  expect(progressText(alternatives, ticks)).toBe('Klart: Skadad 2 av 3, Hot 0 av 1')
  expect(progressText(listsOf({ parts: [part(undefined, 'Ett'), part(undefined, 'Två')] }), {})).toBe(
    'Klart: 0 av 2 steg',
  )
})

test('opens the list that was last worked on, but not one from before yesterday', () => {
  expect(listAtHand(alternatives, {}, '2026-11-21')).toBe(0)
  expect(listAtHand(alternatives, at(2, 'Stanna', '2026-11-20T23:50:00'), '2026-11-21')).toBe(1)
  expect(listAtHand(alternatives, at(2, 'Stanna', '2026-11-19T23:50:00'), '2026-11-21')).toBe(0)
  const both = { ...at(2, 'Stanna', '2026-11-21T04:00:00'), ...at(0, 'Stanna', '2026-11-21T04:05:00') }
  expect(listAtHand(alternatives, both, '2026-11-21')).toBe(0)
})

test('a tick from another day shows the day', () => {
  expect(doneText('2026-11-21T04:31:00', '2026-11-21')).toBe('Klart 04:31')
  expect(doneText('2026-11-02T14:05:00', '2026-11-21')).toBe('Klart måndag 2 november 14:05')
  expect(isStale([], '2026-11-21')).toBe(false)
  expect(isStale(['2026-11-02T14:05:00'], '2026-11-21')).toBe(true)
  expect(isStale(['2026-11-02T14:05:00', '2026-11-20T23:59:00'], '2026-11-21')).toBe(false)
})

test('says whose guide it is, and for which company it was not reviewed', () => {
  const reviewed = {
    companies: ['Linjen Norr', 'Linjen Syd', 'Linjen Öst'],
    on: '2026-10-05',
    by: 'trafiksäkerhetschefen',
  }
  const whose =
    'Guiden gäller Linjen Norr, Linjen Syd och Linjen Öst. Senast granskad 5 oktober 2026 av trafiksäkerhetschefen.'
  expect(reviewText(reviewed, 'Linjen Öst')).toBe(whose)
  expect(reviewText(reviewed, null)).toBe(whose)
  expect(reviewText(reviewed, 'Linjen Väst')).toBe(`${whose} Den är inte granskad för Linjen Väst.`)
  expect(reviewText(undefined, 'Linjen Öst')).toBe('Det står inte i guiden vem som har granskat den, eller när.')
})
