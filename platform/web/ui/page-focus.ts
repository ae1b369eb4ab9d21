// A lazy screen's heading appears after the navigation: the focus request waits here for it.
let wanted = false

export function requestPageFocus(): void {
  wanted = true
}

/**
 * Gives the focus that a navigation asked for to the element, once. Somebody who already types in a field of the new
 * screen keeps the focus: on a busy phone this runs after the screen can be seen, and the letters would be lost.
 */
export function takePageFocus(element: HTMLElement | null): void {
  if (!wanted || !element) return
  wanted = false
  if (!isTypedIn(document.activeElement)) element.focus({ preventScroll: true })
}

/** Focuses the heading, when the focused part of the screen has disappeared. */
export function focusHeading(): void {
  if (document.activeElement === document.body) document.querySelector('h1')?.focus({ preventScroll: true })
}

function isTypedIn(element: Element | null): boolean {
  return !!element?.matches('textarea, select, input:not([type=radio], [type=checkbox], [type=button], [type=submit])')
}
