import { useSyncExternalStore } from 'react'
import { createSignal } from '../page/watch.ts'
import { applyTheme, readTheme, type Theme, themeKey } from './theme-choice.ts'

const chosen = createSignal()
/** The choice that the phone did not store, because its storage is full or forbidden. */
let unstored: Theme | null = null

export const themeNow = (): Theme => unstored ?? readTheme()

export function chooseTheme(theme: Theme): void {
  try {
    if (theme === 'system') localStorage.removeItem(themeKey)
    else localStorage.setItem(themeKey, theme)
  } catch {
    // It holds for as long as the page is open.
  }
  unstored = readTheme() === theme ? null : theme
  applyTheme(theme)
  chosen.notify()
}

export function useTheme(): Theme {
  return useSyncExternalStore(chosen.watch, themeNow)
}
