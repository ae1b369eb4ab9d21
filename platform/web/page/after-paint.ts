/**
 * Acts when what has just been rendered is on the screen: the second frame begins after that. Returns what cancels it. In a hidden tab it
 * waits until the tab is shown.
 */
export function afterPaint(act: () => void): () => void {
  let frame = requestAnimationFrame(() => (frame = requestAnimationFrame(act)))
  return () => cancelAnimationFrame(frame)
}
