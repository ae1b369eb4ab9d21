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
