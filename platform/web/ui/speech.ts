// Separate from `announce`, which is in the first load: nothing is announced before the page has been used.

/** A short delay: a dialog can close and return the focus, and further announcements are collected. */
const SOON_MS = 150
/** Long enough to be read out. Then the text is removed, so that it is not found at the end of the page. */
const GONE_MS = 5000

let waiting: string[] = []
let soon: ReturnType<typeof setTimeout> | undefined

/** Puts text into the region that is announced: one outside an open dialog is not. */
export function speak(text: string): void {
  waiting.push(text)
  soon ??= setTimeout(() => {
    soon = undefined
    const regions = document.querySelectorAll('[data-speech]')
    const words = document.createElement('p')
    // A text that several parts of a screen announce at once, such as that they are loading, is announced once.
    words.textContent = [...new Set(waiting)].join(' ')
    waiting = []
    // The last one belongs to the dialog opened last. A new element, so that a repeated text is announced again.
    const region = [...regions].findLast((each) => each.closest('dialog')) ?? regions[0]
    region?.replaceChildren(words)
    setTimeout(() => words.remove(), GONE_MS)
  }, SOON_MS)
}
