import { beforeEach, expect, it } from 'vitest'
import { addNotice, dismissNotice, readNotices, retractNotice } from './notices.ts'

const messages = () => readNotices().map(({ message }) => message)

beforeEach(() => {
  for (const { id } of readNotices()) dismissNotice(id)
})

it('shows the same text once, and retracts warnings that no longer apply', () => {
  addNotice('Hämta uppdrag misslyckades')
  addNotice('Hämta schema misslyckades')
  addNotice('Hämta uppdrag misslyckades')
  expect(messages()).toEqual(['Hämta uppdrag misslyckades', 'Hämta schema misslyckades'])
  retractNotice('Hämta uppdrag misslyckades')
  expect(messages()).toEqual(['Hämta schema misslyckades'])
})

it('lets a dismissed warning come back when it happens again', () => {
  addNotice('Hämta uppdrag misslyckades')
  dismissNotice(readNotices()[0]!.id)
  expect(messages()).toEqual([])
  addNotice('Hämta uppdrag misslyckades')
  expect(messages()).toEqual(['Hämta uppdrag misslyckades'])
})

it('keeps a text until the last of the calls that failed with it has succeeded', () => {
  addNotice('Hämta Nyheter misslyckades', 'regionen')
  addNotice('Hämta Nyheter misslyckades', 'koncernen')
  addNotice('Hämta Nyheter misslyckades', 'koncernen')
  retractNotice('koncernen')
  retractNotice('koncernen')
  expect(messages()).toEqual(['Hämta Nyheter misslyckades'])
  retractNotice('regionen')
  expect(messages()).toEqual([])
})
