/** A short tap in the hand when something is done, on phones that can; none where reduced motion is asked for. */
export function feel(): void {
  // Browsers refuse it, with a message, before the first tap on the page.
  if (!navigator.userActivation?.hasBeenActive || matchMedia('(prefers-reduced-motion: reduce)').matches) return
  navigator.vibrate?.(12)
}
