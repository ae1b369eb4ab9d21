import { readText, store } from '../page/stored.ts'
import { useStore } from '../page/use-store.ts'
import { createStore } from '../page/watch.ts'

/**
 * Chromium's offer to install the page. TypeScript's DOM types lack it:
 * https://developer.mozilla.org/docs/Web/API/BeforeInstallPromptEvent
 */
interface InstallOffer extends Event {
  prompt(): Promise<void>
  readonly userChoice: Promise<{ readonly outcome: 'accepted' | 'dismissed' }>
}

export type Installing =
  /** The browser has not offered it, so the employee has to use the browser's menu. */
  | { readonly state: 'by-hand' }
  | { readonly state: 'offered'; readonly install: () => Promise<void> }
  | { readonly state: 'installed' }

const installing = createStore<Installing>({ state: 'by-hand' })

/** Call it before any screen's code is loaded: the browser makes the offer once, soon after the page has loaded. */
export function listenForOffer(): void {
  if (isStandalone()) installing.set({ state: 'installed' })
  addEventListener('beforeinstallprompt', (event) => {
    // On a wide screen the browser's own button is enough.
    if (!isPhoneWide()) return
    event.preventDefault()
    const offer = event as InstallOffer
    installing.set({
      state: 'offered',
      install: async () => {
        await offer.prompt()
        // An offer can be answered only once.
        const { outcome } = await offer.userChoice
        if (outcome === 'accepted') installed()
        else installing.set({ state: 'by-hand' })
      },
    })
  })
  addEventListener('appinstalled', installed)
}

function installed(): void {
  // A page in the browser cannot find out later that the app is installed.
  rememberGuide()
  installing.set({ state: 'installed' })
}

export function useInstalling(): Installing {
  return useStore(installing)
}

const isPhoneWide = () => matchMedia('(max-width: 991px)').matches

// iOS before 17 supports only the non-standard property.
export function isStandalone(): boolean {
  return (
    matchMedia('(display-mode: standalone)').matches || ('standalone' in navigator && navigator.standalone === true)
  )
}

const key = 'linjen.install-guide'

/** Whether the start page still has to show the installation guide: once per phone, until the employee has answered it. */
export function isGuideDue(): boolean {
  return installing.get().state !== 'installed' && isPhoneWide() && readText(key) === null
}

export function rememberGuide(): void {
  store(key, 'shown')
}
