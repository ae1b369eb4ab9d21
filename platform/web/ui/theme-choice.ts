import { surfaces } from '#platform/contract/accent.ts'
import { readText, removeStored, storeText } from '../page/stored.ts'

export type Theme = 'light' | 'dark' | 'system'

const key = 'linjen.theme'

/** The choice that the phone did not store, because its storage is full or forbidden. */
let unstored: Theme | null = null

export function readTheme(): Theme {
  const theme = unstored ?? readText(key)
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

export function keepTheme(theme: Theme): void {
  if (theme === 'system') removeStored(key)
  else storeText(key, theme)
  unstored = null
  if (readTheme() !== theme) unstored = theme
  applyTheme()
}

/** Applies the chosen theme to the page and to the phone's own bar above it. tokens.css has the colours. */
export function applyTheme(): void {
  const theme = readTheme()
  for (const bar of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
    bar.content = surfaces[theme === 'system' ? (bar.media.includes('dark') ? 'dark' : 'light') : theme].card
  }
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
}
