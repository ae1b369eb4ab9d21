import { useSyncExternalStore } from 'react'
import { keepTheme, readTheme, type Theme } from './theme-choice.ts'

const watchers = new Set<() => void>()

export function chooseTheme(theme: Theme): void {
  keepTheme(theme)
  for (const watcher of watchers) watcher()
}

export function useTheme(): Theme {
  return useSyncExternalStore(watch, readTheme)
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}
