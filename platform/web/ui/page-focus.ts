// A lazy screen's heading appears after the navigation: the wish for focus waits here for it.
let wanted = false

export function requestPageFocus(): void {
  wanted = true
}

export function takeFocusRequest(): boolean {
  const taken = wanted
  wanted = false
  return taken
}

/** Where the part of the screen that had the focus is gone: the heading takes it. */
export function focusHeading(): void {
  if (document.activeElement === document.body) document.querySelector('h1')?.focus({ preventScroll: true })
}
