// What a screen reader is told by live regions. A region that comes with its text is silent in several of them, and so is one outside
// an open dialog: only what came into a region that was there, and could be heard, counts.
import type { Page } from '@playwright/test'
import { expect } from './sign-in.ts'

declare global {
  interface Window {
    liveMessages: { readonly text: string; readonly heard: boolean }[]
  }
}

export interface Ears {
  /** Waits for a message, and forgets those before it. */
  expectHeard(text: string | RegExp): Promise<void>
  /** All that has been told since the last time, heard or not. */
  all(): Promise<readonly string[]>
}

/** Listens from the next page on. */
export async function listenTo(page: Page): Promise<Ears> {
  await page.addInitScript(record)
  const messages = () => page.evaluate(() => window.liveMessages)
  const forget = (count: number) => page.evaluate((many) => void window.liveMessages.splice(0, many), count)
  return {
    async expectHeard(text) {
      const fits = (said: string) => (typeof text === 'string' ? said.includes(text) : text.test(said))
      await expect
        .poll(async () => (await messages()).filter(({ text: said }) => fits(said)), { message: `is told ${text}` })
        .toContainEqual({ text: expect.any(String), heard: true })
      // What came after it is still to be asked for.
      await forget((await messages()).findIndex(({ text: said }) => fits(said)) + 1)
    },
    async all() {
      // In one step: a message that came between reading and forgetting would be lost.
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
      // An alert is told when it comes, too: that works everywhere.
      const stood = before !== undefined || region.matches('[role=alert]')
      window.liveMessages.push({ text, heard: stood && (!modal || modal.contains(region)) })
    }
  }
  // Also when a transition ends: a text may have been made visible.
  document.addEventListener('transitionend', look)
  new MutationObserver(look).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
  })
}
