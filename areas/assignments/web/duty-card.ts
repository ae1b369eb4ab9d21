import { clockOf } from '#platform/contract/wall-clock.ts'
import { clockPart } from '#platform/web/ui/clock-part.ts'
import { hiddenText } from '#platform/web/ui/hidden-text.ts'
import { iconPart } from '#platform/web/ui/icon-part.ts'
import { busIcon, clockIcon, type IconPath, pinIcon } from '#platform/web/ui/icons.ts'
import { lineBadge } from '#platform/web/ui/line-badge.ts'
import type { Make } from '#platform/web/ui/make.ts'
import { clockText } from '#platform/web/page/clock-text.ts'
import type { CurrentAssignment } from '../contract.ts'
import styles from './CurrentDutyCard.module.css'
import { dayPath } from './paths.ts'
import type { KeptDuty } from './run-of-day.ts'
import { hasBegun } from './standing.ts'
import { dayText, untilText } from './until.ts'

export type ShownDuty = KeptDuty & Partial<Pick<CurrentAssignment, 'beskrivning' | 'linjer' | 'raster'>>

/**
 * A duty as the main subject of the screen, in the company's colour. The card opens the day. `now` is in milliseconds since 1970, `today`
 * is the company's date, and `actions` are the buttons for the duty.
 */
export function dutyCard<Part>(make: Make<Part>, duty: ShownDuty, now: number, today: string, actions?: Part): Part {
  const title = hasBegun(duty, now) ? 'Pågående tjänst' : 'Nästa tjänst'
  const until = untilText(duty, now, today)
  const { datum, startplats, slutplats, fordonStr, linjer = [], raster = [] } = duty
  const time = (at: string, offset: string) =>
    make('time', { dateTime: at }, ...clockPart(make, clockText(at, offset, datum)))
  const fact = (icon: IconPath, text: string) => make('li', null, iconPart(make, icon, 20), text)
  return make(
    'section',
    { className: styles['hero'], 'aria-label': title },
    make(
      'div',
      { className: styles['head'] },
      make('h2', { className: styles['title'] }, title),
      until && make('p', { className: styles['until'] }, until),
    ),
    make('p', { className: styles['day'] }, dayText(datum, today)),
    make(
      'p',
      { className: styles['times'] },
      make(
        'a',
        { className: styles['open'], href: dayPath(datum) },
        time(duty.starttid, duty.startForskjutning),
        ' – ',
        time(duty.sluttid, duty.slutForskjutning),
        hiddenText(make, ', visa dagens uppdrag'),
      ),
    ),
    make(
      'p',
      { className: styles['what'] },
      ...linjer.map((line) => lineBadge(make, line)),
      duty.beskrivning ?? `Tjänst ${duty.tjanst}`,
    ),
    make(
      'ul',
      { className: styles['facts'] },
      fact(pinIcon, startplats === slutplats ? startplats : `${startplats} – ${slutplats}`),
      fordonStr ? fact(busIcon, fordonStr) : null,
      raster.length > 0
        ? fact(
            clockIcon,
            `Rast ${raster.map((rest) => `${clockOf(rest.starttid, datum)}–${clockOf(rest.sluttid, datum)}`).join(', ')}`,
          )
        : null,
    ),
    make('div', { className: styles['actions'] }, actions),
  )
}
