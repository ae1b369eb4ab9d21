/** A short vibration when something is done, on phones that support it. None with reduced motion. */
export function feel(): void {
  // Before the first tap on the page, browsers refuse to vibrate and log a message.
  if (!navigator.userActivation?.hasBeenActive || matchMedia('(prefers-reduced-motion: reduce)').matches) return
  navigator.vibrate?.(12)
}
