/**
 * Calls `act` when the current rendering is on the screen: the second animation frame begins after that. Returns the function that
 * cancels it. In a hidden tab it waits until the tab is shown.
 */
export function afterPaint(act: () => void): () => void {
  let frame = requestAnimationFrame(() => (frame = requestAnimationFrame(act)))
  return () => cancelAnimationFrame(frame)
}
