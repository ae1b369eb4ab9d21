import { beforeEach, expect, it } from 'vitest'
import { addNotice, dismissNotice, readNotices, retractNotice } from './notices.ts'

const warning = (message: string) => ({ type: 'network', severity: 'warning', message }) as const
const messages = () => readNotices().map(({ message }) => message)

beforeEach(() => {
  for (const { id } of readNotices()) dismissNotice(id)
})

it('shows the same text once, and retracts warnings that no longer apply', () => {
  addNotice(warning('Hämta uppdrag misslyckades'))
  addNotice(warning('Hämta schema misslyckades'))
  addNotice(warning('Hämta uppdrag misslyckades'))
  expect(messages()).toEqual(['Hämta uppdrag misslyckades', 'Hämta schema misslyckades'])
  retractNotice('Hämta uppdrag misslyckades')
  expect(messages()).toEqual(['Hämta schema misslyckades'])
})

it('lets a dismissed warning come back when it happens again', () => {
  addNotice(warning('Hämta uppdrag misslyckades'))
  dismissNotice(readNotices()[0]!.id)
  expect(messages()).toEqual([])
  addNotice(warning('Hämta uppdrag misslyckades'))
  expect(messages()).toEqual(['Hämta uppdrag misslyckades'])
})

it('keeps a text until the last of the calls that failed with it has succeeded', () => {
  addNotice(warning('Hämta Nyheter misslyckades'), 'regionen')
  addNotice(warning('Hämta Nyheter misslyckades'), 'koncernen')
  addNotice(warning('Hämta Nyheter misslyckades'), 'koncernen')
  retractNotice('koncernen')
  retractNotice('koncernen')
  expect(messages()).toEqual(['Hämta Nyheter misslyckades'])
  retractNotice('regionen')
  expect(messages()).toEqual([])
})
