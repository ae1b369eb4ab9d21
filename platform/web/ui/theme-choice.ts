import { surfaces } from '#platform/contract/accent.ts'
import { readText } from '../page/stored.ts'

export type Theme = 'light' | 'dark' | 'system'

export const themeKey = 'linjen.theme'

export function readTheme(): Theme {
  const theme = readText(themeKey)
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

/** Applies a theme to the page and to the phone's own bar above it. tokens.css has the colours. */
export function applyTheme(theme: Theme): void {
  for (const bar of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
    bar.content = surfaces[theme === 'system' ? (bar.media.includes('dark') ? 'dark' : 'light') : theme].card
  }
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
}
