import { expect, it } from 'vitest'
import { addressOf } from './address.ts'

it.each([
  ['/api/bpl/linktoken/', undefined, '/api/bpl/linktoken/'],
  ['/api/bpl/uppdrag', { date: '2026-11-21' }, '/api/bpl/uppdrag?date=2026-11-21'],
  ['/api/nyheter/getregion/:newsId', { newsId: 'a/b', compact: true }, '/api/nyheter/getregion/a%2Fb?compact=true'],
  ['/api/bpl/schema', { year: 2026, month: undefined, note: null }, '/api/bpl/schema?year=2026'],
  ['/api/x/:id/:idea', { id: 1, idea: '$&' }, '/api/x/1/%24%26'],
] as const)('%s with %j is %s', (path, parameters, address) => expect(addressOf(path, parameters)).toBe(address))
