export type Theme = 'light' | 'dark' | 'system'

const key = 'linjen.theme'

export function readTheme(): Theme {
  const theme = localStorage.getItem(key)
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

export function keepTheme(theme: Theme): void {
  if (theme === 'system') localStorage.removeItem(key)
  else localStorage.setItem(key, theme)
  applyTheme()
}

/** Puts the chosen theme on the page; tokens.css does the rest. */
export function applyTheme(): void {
  const theme = readTheme()
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
}
