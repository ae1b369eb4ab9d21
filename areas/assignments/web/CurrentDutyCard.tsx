import { type ReactElement, useCallback, useEffect, useRef, useState } from 'react'
import { afterPaint } from '#platform/web/page/after-paint.ts'
import { useInstant, useToday } from '#platform/web/page/now.ts'
import { classes } from '#platform/web/ui/class-names.ts'
import '#platform/web/ui/LineBadge.module.css'
import { makePart } from '#platform/web/ui/make-part.ts'
import { Loaded } from '#platform/web/calls/Loaded.tsx'
import { Skeleton } from '#platform/web/ui/Skeleton.tsx'
import type { CurrentAssignment } from '../contract.ts'
import type { Confirmation } from './Confirm.tsx'
import { ConfirmButton } from './ConfirmButton.tsx'
import styles from './CurrentDutyCard.module.css'
import { dutyCard, type ShownDuty } from './duty-card.ts'
import { useDutyShown } from './duty-shown.ts'

/** The run under way, otherwise the next one, with the button that confirms it; nothing for an employee without a duty. */
export function CurrentDutyCard() {
  const { load: duty, over, next } = useDutyShown()
  const { refetch } = duty
  useEffect(() => {
    if (over) void refetch({ cancelRefetch: false })
  }, [over, refetch])
  return (
    <Loaded of={duty} skeleton={<Waiting />}>
      {(current) => {
        if (!current) return null
        if (!over) return <Duty duty={current} />
        return next ? next.card : <Waiting />
      }}
    </Loaded>
  )
}

type Confirming = typeof import('./Confirm.tsx').default

// Once this code has loaded, it is rendered at once wherever a duty is shown.
let confirming: Confirming | null = null

/** Loads the code that confirms once the duty is on screen, and remembers a tap before that. The button looks the same before and after. */
function Duty({ duty }: { duty: CurrentAssignment }) {
  const [Confirm, setConfirm] = useState<Confirming | null>(() => confirming)
  const { passStartSchemapostId: id, bekraftad } = duty
  const [tappedId, setTapped] = useState<number>()
  // A tap applies to the duty that it was on, and no longer when that one comes back.
  if (tappedId !== undefined && tappedId !== id) setTapped(undefined)
  const tapped = tappedId === id
  const [now, setNow] = useState<Confirmation>()
  const save = useRef<() => void>(undefined)
  const load = useCallback(() => {
    import('./Confirm.tsx').then(
      (module) => {
        confirming = module.default
        setConfirm(() => confirming)
      },
      // The next tap tries again.
      () => setTapped(undefined),
    )
  }, [])
  useEffect(() => (confirming ? undefined : afterPaint(load)), [load])
  // The first report usually matches what the button already shows, and then needs no new render.
  const hear = useCallback(
    (news: Confirmation) => {
      save.current = news.save
      setNow((before) => (before || tapped || news.busy || news.confirmed !== bekraftad ? news : before))
    },
    [bekraftad, tapped],
  )
  const tap = () => {
    if (save.current) return save.current()
    setTapped(id)
    load()
  }
  return (
    <Hero
      duty={duty}
      actions={
        <>
          <ConfirmButton duty={duty} confirmed={now?.confirmed ?? bekraftad} busy={now?.busy ?? tapped} onClick={tap} />
          {Confirm && <Confirm duty={duty} tapped={tapped} onChange={hear} />}
        </>
      }
    />
  )
}

function Hero({ duty, actions }: { duty: ShownDuty; actions: ReactElement }) {
  return dutyCard(makePart, duty, useInstant(), useToday(), actions)
}

function Waiting() {
  return (
    <section className={classes(styles['hero'], styles['waiting'])} aria-label="Nästa tjänst">
      <h2 className={styles['title']}>Nästa tjänst</h2>
      <Skeleton lines={6} />
    </section>
  )
}
