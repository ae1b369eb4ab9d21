import { instantsOf } from '#platform/contract/instants.ts'
import { clockOf } from '#platform/contract/wall-clock.ts'
import { variant } from './variant.ts'

/** Like `clockOf`. In the repeated hour it adds which of the two is meant: '02:30 +1 vintertid'. */
export function clockText(time: string, offset: string, serviceDate?: string): string {
  const clock = clockOf(time, serviceDate)
  const [first, second] = instantsOf(variant.timeZone, time)
  if (!second) return clock
  return `${clock} ${Date.parse(time + offset) === first.getTime() ? 'sommartid' : 'vintertid'}`
}
