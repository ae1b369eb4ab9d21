import { afterEach, expect, it, vi } from 'vitest'
import { chooseTheme, themeNow } from './theme.ts'

afterEach(() => {
  vi.restoreAllMocks()
  chooseTheme('system')
})

const shown = () => document.documentElement.dataset['theme']

it('is stored, and another tab’s later choice counts', () => {
  chooseTheme('dark')
  expect([themeNow(), shown()]).toEqual(['dark', 'dark'])
  localStorage.setItem('linjen.theme', 'light')
  expect(themeNow()).toBe('light')
})

it('is applied for as long as the page is open if the storage is full', () => {
  chooseTheme('dark')
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('', 'QuotaExceededError')
  })
  chooseTheme('light')
  expect([themeNow(), shown()]).toEqual(['light', 'light'])
  chooseTheme('system')
  expect([themeNow(), shown()]).toEqual(['system', undefined])
})
