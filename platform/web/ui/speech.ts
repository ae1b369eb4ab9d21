// Apart from `announce`, which a first load holds: nothing is said before the page has been used.

/** A moment: a dialog closes and gives the focus back, and what else is to be said comes along. */
const SOON_MS = 150
/** Long enough to be read out. Then it is gone, so that whoever reads on to the end of the page does not meet it. */
const GONE_MS = 5000

let waiting: string[] = []
let soon: ReturnType<typeof setTimeout> | undefined

/** Puts words into the region that is heard: what is outside an open dialog is not. */
export function speak(text: string): void {
  waiting.push(text)
  soon ??= setTimeout(() => {
    soon = undefined
    const regions = document.querySelectorAll('[data-speech]')
    const words = document.createElement('p')
    // What several parts of a screen say at once, such as that they load, is said once.
    words.textContent = [...new Set(waiting)].join(' ')
    waiting = []
    // The last one is that of the dialog opened last. A new element, so that the same words are heard twice where they are said twice.
    const region = [...regions].findLast((each) => each.closest('dialog')) ?? regions[0]
    region?.replaceChildren(words)
    setTimeout(() => words.remove(), GONE_MS)
  }, SOON_MS)
}
