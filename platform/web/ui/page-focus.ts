// A lazy screen's heading appears after the navigation: the focus request waits here for it.
let wanted = false

export function requestPageFocus(): void {
  wanted = true
}

export function takeFocusRequest(): boolean {
  const taken = wanted
  wanted = false
  return taken
}

/** Focuses the heading, when the focused part of the screen has disappeared. */
export function focusHeading(): void {
  if (document.activeElement === document.body) document.querySelector('h1')?.focus({ preventScroll: true })
}
