/**
 * Moves Date forward or back by some milliseconds; timers and performance.now() are unchanged. Also runs in a browser, so it refers
 * to nothing outside itself.
 */
export function moveDate(ahead: number): void {
  const real = globalThis.Date
  const now = () => real.now() + ahead
  const moved = new Proxy(real, {
    construct: (_target, given, newTarget) =>
      Reflect.construct(real, given.length === 0 ? [now()] : given, newTarget) as Date,
    apply: () => new real(now()).toString(),
    get: (target, name) => (name === 'now' ? now : (Reflect.get(target, name) as unknown)),
  })
  moved.prototype.constructor = moved
  globalThis.Date = moved
}
