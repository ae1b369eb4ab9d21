import { afterEach, expect, it, vi } from 'vitest'
import { keepTheme, readTheme } from './theme-choice.ts'

afterEach(() => {
  vi.restoreAllMocks()
  keepTheme('system')
})

const shown = () => document.documentElement.dataset['theme']

it('is stored, and another tab’s later choice counts', () => {
  keepTheme('dark')
  expect([readTheme(), shown()]).toEqual(['dark', 'dark'])
  localStorage.setItem('linjen.theme', 'light')
  expect(readTheme()).toBe('light')
})

it('is applied for as long as the page is open if the storage is full', () => {
  keepTheme('dark')
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('', 'QuotaExceededError')
  })
  keepTheme('light')
  expect([readTheme(), shown()]).toEqual(['light', 'light'])
  keepTheme('system')
  expect([readTheme(), shown()]).toEqual(['system', undefined])
})
