// Whether a navigation has asked for the focus. The heading of a lazy screen appears later and takes it then.
let wanted = false

export function requestPageFocus(): void {
  wanted = true
}

/**
 * Gives the element the focus that a navigation has asked for, once. An employee who already types in a field of the
 * new screen keeps the focus: on a busy phone this runs after the screen is visible, and the typed letters would be
 * lost.
 */
export function takePageFocus(element: HTMLElement | null): void {
  if (!wanted || !element) return
  wanted = false
  if (!isTypedIn(document.activeElement)) element.focus({ preventScroll: true })
}

/** Focuses the heading, of an open dialog or else of the screen, if the focused part has disappeared. */
export function focusHeading(): void {
  if (document.activeElement !== document.body) return
  const heading = document.querySelector<HTMLElement>('dialog h2') ?? document.querySelector('h1')
  heading?.focus({ preventScroll: true })
}

/** The `ref` of a button that may disappear once it has been pressed or has the focus: `pass` then says where the focus goes. */
export const passFocusBy = (pass: () => void) => (button: HTMLElement | null) => {
  // Safari does not focus a button that is pressed.
  let pressed = false
  button?.addEventListener('click', () => (pressed = true))
  return () => {
    if (pressed || button === document.activeElement) setTimeout(pass)
  }
}

/** The same where the heading gets the focus. */
export const passFocus = passFocusBy(focusHeading)

function isTypedIn(element: Element | null): boolean {
  return !!element?.matches('textarea,select,input:not([type=radio],[type=checkbox])')
}
