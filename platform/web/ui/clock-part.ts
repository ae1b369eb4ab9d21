import type { Make } from './make.ts'

/** A time as `clockOf` writes it. A part after hour and minute, such as '+1', is small and raised, so that it takes no line of its own. */
export function clockPart<Part>(make: Make<Part>, clock: string): (Part | string | undefined)[] {
  return [clock.slice(0, 5), clock[5] && make('sup', null, clock.slice(5))]
}
