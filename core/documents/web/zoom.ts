export const leastZoom = 1
export const mostZoom = 4
const steps = [1, 1.25, 1.5, 2, 3, 4]

/** The next step up or down; the same at either end. */
export function nextZoom(zoom: number, direction: 1 | -1): number {
  return direction === 1
    ? (steps.find((step) => step > zoom + 0.01) ?? mostZoom)
    : (steps.findLast((step) => step < zoom - 0.01) ?? leastZoom)
}
