// What a screen reader announces from live regions. Several screen readers ignore a region that is inserted together with its text, or
// that is outside an open dialog: only text inserted into an existing, reachable region counts.
import type { Page } from '@playwright/test'
import { expect } from './sign-in.ts'

declare global {
  interface Window {
    liveMessages: { readonly text: string; readonly heard: boolean }[]
  }
}

export interface Ears {
  /** Waits for a message, and discards earlier ones. */
  expectHeard(text: string | RegExp): Promise<void>
  /** All messages since the last call, announced or not. */
  all(): Promise<readonly string[]>
}

/** Listens from the next page on. */
export async function listenTo(page: Page): Promise<Ears> {
  await page.addInitScript(record)
  const messages = () => page.evaluate(() => window.liveMessages)
  const forget = (at: number, part: string | null) =>
    page.evaluate(
      ([index, words]) => {
        const [found] = window.liveMessages.splice(0, index + 1).slice(-1)
        const rest = words === null ? '' : (found?.text.replace(words, '').trim() ?? '')
        if (found && rest) window.liveMessages.unshift({ ...found, text: rest })
      },
      [at, part] as const,
    )
  return {
    async expectHeard(text) {
      const fits = (said: string) => (typeof text === 'string' ? said.includes(text) : text.test(said))
      await expect
        .poll(async () => (await messages()).filter(({ text: said }) => fits(said)), { message: `is told ${text}` })
        .toContainEqual({ text: expect.any(String), heard: true })
      // Removes the found message and the earlier ones. Later messages, and the rest of a text that was announced together with it,
      // can still be expected.
      const at = (await messages()).findIndex(({ text: said }) => fits(said))
      await forget(at, typeof text === 'string' ? text : null)
    },
    async all() {
      // In one step, because a message that arrived between reading and clearing would be lost.
      const found = await page.evaluate(() => window.liveMessages.splice(0))
      return found.map(({ text }) => text)
    },
  }
}

function record(): void {
  const live = [
    '[aria-live=polite]',
    '[aria-live=assertive]',
    ':is([role=status], [role=alert], [role=log], output):not([aria-live])',
  ].join()
  const known = new WeakMap<Element, string>()
  window.liveMessages = []
  const textOf = (region: HTMLElement) =>
    region.checkVisibility() ? region.innerText.replaceAll(/\s+/g, ' ').trim() : ''
  const look = () => {
    const dialogs = document.querySelectorAll('dialog:modal')
    const modal = dialogs[dialogs.length - 1]
    for (const region of document.querySelectorAll<HTMLElement>(live)) {
      const text = textOf(region)
      const before = known.get(region)
      known.set(region, text)
      if (text === '' || text === before) continue
      // An alert that is inserted together with its text is announced by every screen reader.
      const stood = before !== undefined || region.matches('[role=alert]')
      window.liveMessages.push({ text, heard: stood && (!modal || modal.contains(region)) })
    }
  }
  // A text may become visible when a transition ends.
  document.addEventListener('transitionend', look)
  new MutationObserver(look).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
  })
}
