import { useSyncExternalStore } from 'react'
import { readText } from '../stored.ts'

/** Chromium's offer to install the page. Not in TypeScript's DOM: https://developer.mozilla.org/docs/Web/API/BeforeInstallPromptEvent */
interface InstallOffer extends Event {
  prompt(): Promise<void>
  readonly userChoice: Promise<{ readonly outcome: 'accepted' | 'dismissed' }>
}

export type Installing =
  /** The browser has not offered it: the employee finds it in its menu. */
  | { readonly state: 'by-hand' }
  | { readonly state: 'offered'; readonly install: () => Promise<void> }
  | { readonly state: 'installed' }

let installing: Installing = isStandalone() ? { state: 'installed' } : { state: 'by-hand' }
const watchers = new Set<() => void>()

function become(next: Installing): void {
  installing = next
  for (const watcher of watchers) watcher()
}

// The browser offers it once, soon after the page has loaded: this must listen before any screen's code is there.
addEventListener('beforeinstallprompt', (event) => {
  // On a wide screen the browser's own button does.
  if (!isPhoneWide()) return
  event.preventDefault()
  const offer = event as InstallOffer
  become({
    state: 'offered',
    install: async () => {
      await offer.prompt()
      // An offer is good for one answer.
      const { outcome } = await offer.userChoice
      if (outcome === 'accepted') installed()
      else become({ state: 'by-hand' })
    },
  })
})
addEventListener('appinstalled', installed)

function installed(): void {
  // The next time in the browser nothing tells that the app is there.
  rememberGuide()
  become({ state: 'installed' })
}

export function useInstalling(): Installing {
  return useSyncExternalStore(watch, () => installing)
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

const isPhoneWide = () => matchMedia('(max-width: 991px)').matches

// iOS before 17 says it only in its own way.
function isStandalone(): boolean {
  return (
    matchMedia('(display-mode: standalone)').matches || ('standalone' in navigator && navigator.standalone === true)
  )
}

const key = 'linjen.install-guide'

/** Whether the dashboard still has to show how to install: once a phone, until it is answered. */
export function isGuideDue(): boolean {
  return installing.state !== 'installed' && isPhoneWide() && readText(key) === null
}

export function rememberGuide(): void {
  localStorage.setItem(key, 'shown')
}
