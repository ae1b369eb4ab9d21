import { useSyncExternalStore } from 'react'
import { createSignal } from '../page/watch.ts'
import { keepTheme, readTheme, type Theme } from './theme-choice.ts'

const chosen = createSignal()

export function chooseTheme(theme: Theme): void {
  keepTheme(theme)
  chosen.notify()
}

export function useTheme(): Theme {
  return useSyncExternalStore(chosen.watch, readTheme)
}
