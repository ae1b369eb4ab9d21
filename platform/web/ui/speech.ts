// Separate from `announce`, which is in the first load, because nothing is announced before the page has been used.

/**
 * A short delay in milliseconds, so that a dialog can close and return the focus, and further announcements are
 * collected.
 */
const SOON_MS = 150
/**
 * Long enough to be read out, in milliseconds. The text is then removed, so that a screen reader does not find it at
 * the end of the page.
 */
const GONE_MS = 5000

let waiting: string[] = []
let soon: ReturnType<typeof setTimeout> | undefined

/**
 * Puts text into the live region of the open dialog, or of the page. A region outside an open dialog is not announced.
 */
export function speak(text: string): void {
  waiting.push(text)
  soon ??= setTimeout(() => {
    soon = undefined
    const regions = document.querySelectorAll('[data-speech]')
    const words = document.createElement('p')
    // A text that several parts of a screen announce at once, such as that they are loading, is announced once.
    words.textContent = [...new Set(waiting)].join(' ')
    waiting = []
    // The last region belongs to the dialog that was opened last. A new element makes a repeated text announced again.
    const region = [...regions].findLast((each) => each.closest('dialog')) ?? regions[0]
    region?.replaceChildren(words)
    setTimeout(() => words.remove(), GONE_MS)
  }, SOON_MS)
}
