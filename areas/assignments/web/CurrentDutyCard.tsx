import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { clockOf } from '#platform/contract/wall-clock.ts'
import { afterPaint } from '#platform/web/page/after-paint.ts'
import { useElapsed, useInstant, useToday } from '#platform/web/page/now.ts'
import { classes } from '#platform/web/ui/class-names.ts'
import { Icon } from '#platform/web/ui/Icon.tsx'
import { busIcon, clockIcon, type IconPath, pinIcon } from '#platform/web/ui/icons.ts'
import { LineBadge } from '#platform/web/ui/LineBadge.tsx'
import { Link } from '#platform/web/ui/Link.tsx'
import { Loaded } from '#platform/web/calls/Loaded.tsx'
import { Skeleton } from '#platform/web/ui/Skeleton.tsx'
import { VisuallyHidden } from '#platform/web/ui/VisuallyHidden.tsx'
import type { CurrentAssignment } from '../contract.ts'
import type { Confirmation } from './Confirm.tsx'
import { ConfirmButton } from './ConfirmButton.tsx'
import { useCurrentAssignment } from './current-assignment.ts'
import styles from './CurrentDutyCard.module.css'
import { dayPath } from './paths.ts'
import type { KeptDuty } from './run-of-day.ts'
import { hasBegun, isOver } from './standing.ts'
import { clockText } from './times.ts'
import { dayText, untilText } from './until.ts'

/** The run under way, otherwise the next one, with the button that confirms it. Whoever has none sees nothing here. */
export function CurrentDutyCard() {
  const duty = useCurrentAssignment()
  const now = useInstant()
  // A copy may be outdated.
  const heardFor = useElapsed(duty.copy ? 0 : duty.dataUpdatedAt)
  const over = duty.data ? isOver(duty.data, now, heardFor) : false
  const { refetch } = duty
  useEffect(() => {
    if (over) void refetch({ cancelRefetch: false })
  }, [over, refetch])
  return (
    <Loaded of={duty} skeleton={<Waiting />}>
      {(current) => {
        if (!current) return null
        if (!over) return <Duty duty={current} />
        // The last known duty is over: the next one comes with the answer, or from the kept days.
        return duty.isFetching ? <Waiting /> : <KeptCard now={now} />
      }}
    </Loaded>
  )
}

/** The duty from the kept days. It can be confirmed once the server has answered. */
function KeptCard({ now }: { now: number }) {
  const { data } = useQuery({
    queryKey: ['kept-duty', Math.floor(now / 3_600_000)],
    queryFn: async () => (await import('./kept-duty.ts')).keptDuty(now),
  })
  if (data === undefined) return <Waiting />
  if (data === null) return null
  return <Hero duty={data} actions={<p>Du kan bekräfta när portalen går att nå igen.</p>} />
}

type Confirming = typeof import('./Confirm.tsx').default

// Once loaded, it is rendered at once wherever a duty is shown.
let confirming: Confirming | null = null

/** The code that confirms comes after the duty is on screen; a tap before that is kept. The button is the same before and after. */
function Duty({ duty }: { duty: CurrentAssignment }) {
  const [Confirm, setConfirm] = useState<Confirming | null>(() => confirming)
  const [tapped, setTapped] = useState(false)
  const [now, setNow] = useState<Confirmation>()
  const load = useCallback(() => {
    import('./Confirm.tsx').then(
      (module) => {
        confirming = module.default
        setConfirm(() => confirming)
      },
      // The next tap tries again.
      () => setTapped(false),
    )
  }, [])
  useEffect(() => (confirming ? undefined : afterPaint(load)), [load])
  const tap = () => {
    setTapped(true)
    load()
  }
  return (
    <Hero
      duty={duty}
      actions={
        <>
          <ConfirmButton
            duty={duty}
            confirmed={now?.confirmed ?? duty.bekraftad}
            busy={now?.busy ?? tapped}
            onClick={now?.save ?? tap}
          />
          {Confirm && <Confirm duty={duty} tapped={tapped} onChange={setNow} />}
        </>
      }
    />
  )
}

type Shown = KeptDuty & Partial<Pick<CurrentAssignment, 'beskrivning' | 'linjer' | 'raster'>>

/** A duty as the main subject of the screen, in the company's colour. It opens the day. */
function Hero({ duty, actions }: { duty: Shown; actions: ReactNode }) {
  const now = useInstant()
  const today = useToday()
  const title = hasBegun(duty, now) ? 'Pågående tjänst' : 'Nästa tjänst'
  const until = untilText(duty, now, today)
  const { datum, startplats, slutplats, fordonStr, raster = [] } = duty
  return (
    <section className={styles['hero']} aria-label={title}>
      <div className={styles['head']}>
        <h2 className={styles['title']}>{title}</h2>
        {until && <p className={styles['until']}>{until}</p>}
      </div>
      <p className={styles['day']}>{dayText(datum, today)}</p>
      <p className={styles['times']}>
        <Link to={dayPath(datum)} className={styles['open']}>
          <time dateTime={duty.starttid}>{clockText(duty.starttid, duty.startForskjutning, datum)}</time>
          {' – '}
          <time dateTime={duty.sluttid}>{clockText(duty.sluttid, duty.slutForskjutning, datum)}</time>
          <VisuallyHidden>, visa dagens uppdrag</VisuallyHidden>
        </Link>
      </p>
      <p className={styles['what']}>
        {duty.linjer?.map((line) => (
          <LineBadge key={line.namn} line={line} decorative />
        ))}
        {duty.beskrivning ?? `Tjänst ${duty.tjanst}`}
      </p>
      <ul className={styles['facts']}>
        <Fact icon={pinIcon}>{startplats === slutplats ? startplats : `${startplats} – ${slutplats}`}</Fact>
        {fordonStr && <Fact icon={busIcon}>{fordonStr}</Fact>}
        {raster.length > 0 && (
          <Fact icon={clockIcon}>
            {`Rast ${raster.map((rest) => `${clockOf(rest.starttid, datum)}–${clockOf(rest.sluttid, datum)}`).join(', ')}`}
          </Fact>
        )}
      </ul>
      <div className={styles['actions']}>{actions}</div>
    </section>
  )
}

function Fact({ icon, children }: { icon: IconPath; children: string }) {
  return (
    <li>
      <Icon path={icon} size={20} />
      {children}
    </li>
  )
}

function Waiting() {
  return (
    <section className={classes(styles['hero'], styles['waiting'])} aria-label="Nästa tjänst">
      <h2 className={styles['title']}>Nästa tjänst</h2>
      <Skeleton lines={6} />
    </section>
  )
}
