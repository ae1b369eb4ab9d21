import { clockOf } from '#platform/contract/wall-clock.ts'
import type { ReactNode } from 'react'
import { classes } from '#platform/web/ui/class-names.ts'
import { Icon } from '#platform/web/ui/Icon.tsx'
import { LineBadge } from '#platform/web/ui/LineBadge.tsx'
import { busIcon, clockIcon, dutiesIcon, pinIcon, type IconPath } from '#platform/web/ui/icons.ts'
import { clockText } from '#platform/web/page/clock-text.ts'
import type { Assignment } from '../contract.ts'
import styles from './AssignmentList.module.css'
import type { Stage } from './day-line.ts'
import { Note } from './Note.tsx'
import { ShowTrip } from './ShowTrip.tsx'
import { Standing } from './Standing.tsx'

/** A run event as a card, with the time on the left as in a timetable. */
export function AssignmentCard({
  assignment,
  date,
  detailed,
  stage,
  onTrip,
}: {
  assignment: Assignment
  date: string
  detailed: boolean
  stage: Stage | undefined
  onTrip: (assignment: Assignment) => void
}) {
  const {
    starttid,
    sluttid,
    startForskjutning,
    slutForskjutning,
    turStarttid,
    beskrivning,
    linje,
    tjanst,
    fordonStr,
    startplats,
    slutplats,
  } = assignment
  const place = startplats === slutplats ? startplats : `${startplats} – ${slutplats}`
  const past = stage === 'past' && !detailed
  return (
    <div className={classes(styles['card'], !assignment.ejFramAterkorning && styles['quiet'])}>
      <div className={styles['times']}>
        <time className={styles['start']} dateTime={starttid}>
          {clockText(starttid, startForskjutning, date)}
        </time>
        {sluttid !== starttid && (
          <time className={styles['end']} dateTime={sluttid}>
            {clockText(sluttid, slutForskjutning, date)}
          </time>
        )}
      </div>
      <div className={styles['what']}>
        <Standing stage={stage} />
        <p className={styles['title']}>
          {linje && <LineBadge line={linje} />}
          <span>{beskrivning}</span>
        </p>
        {!past && (detailed || !assignment.ejFramAterkorning || startplats !== slutplats) && (
          <Fact icon={pinIcon}>{place}</Fact>
        )}
        {turStarttid && turStarttid !== starttid && <Fact icon={clockIcon}>Avg.tid {clockOf(turStarttid, date)}</Fact>}
        {detailed && <Fact icon={dutiesIcon}>Tjänst {tjanst}</Fact>}
        <Note assignment={assignment} />
        <div className={styles['foot']}>
          {fordonStr && !past && <Fact icon={busIcon}>{fordonStr}</Fact>}
          {assignment.harTur && <ShowTrip assignment={assignment} onTrip={onTrip} />}
        </div>
      </div>
    </div>
  )
}

function Fact({ icon, children }: { icon: IconPath; children: ReactNode }) {
  return (
    <p className={styles['fact']}>
      <Icon path={icon} size={16} />
      <span>{children}</span>
    </p>
  )
}
