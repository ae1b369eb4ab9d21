/**
 * Opens a tab during the click itself, since browsers block tabs that are opened later. Returns null if the browser blocks it
 * nevertheless.
 */
export function openTab(title: string): Window | null {
  const tab = window.open('about:blank', '_blank')
  if (!tab) return null
  const { document } = tab
  document.documentElement.lang = 'sv'
  document.documentElement.style.colorScheme = 'light dark'
  document.title = title
  document.body.textContent = 'Laddar..'
  return tab
}

/** Navigates the tab to `action`, with the fields in the request's body, because a URL would stay in histories and logs. */
export function postIn(tab: Window, action: string, fields: Readonly<Record<string, string>>): void {
  const { document } = tab
  const form = document.createElement('form')
  form.method = 'post'
  form.action = action
  form.hidden = true
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input')
    input.type = 'hidden'
    input.name = name
    input.value = value
    form.append(input)
  }
  document.body.append(form)
  // The opened site must not have access to the portal's tab.
  tab.opener = null
  form.submit()
}
