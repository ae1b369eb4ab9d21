import { expect, test, vi } from 'vitest'
import { safeTarget } from './target.ts'

test.each([
  ['/', '/'],
  ['/dashboard/minauppdrag', '/dashboard/minauppdrag'],
  ['/dashboard/schema?year=2026&month=3#idag', '/dashboard/schema?year=2026&month=3#idag'],
  ['/loginhjalp', '/loginhjalp'],
])('%s is a page of the portal', (till, target) => {
  expect(safeTarget(till)).toBe(target)
})

test.each([
  null,
  undefined,
  {},
  '',
  'dashboard',
  'https://evil.example/',
  '//evil.example/',
  '/\\evil.example/',
  '/\t/evil.example/',
  '/.//evil.example',
  '/x/..//evil.example',
  'javascript:alert(1)',
  '/login',
  '/login?till=/login',
  '/callback?code=1',
  '/x/../silent-renew',
  '/loggedout#x',
  '//[',
])('%s is not', (till) => {
  expect(safeTarget(till)).toBe('/')
})

test('an older browser reads addresses too', () => {
  vi.stubGlobal('URL', Object.assign(class extends URL {}, { canParse: undefined }))
  expect(safeTarget('/dashboard/schema')).toBe('/dashboard/schema')
})
