import { useEffect, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { clockOf, dayAndDate } from '#platform/contract/wall-clock.ts'
import { useSend } from '#platform/web/calls/query.ts'
import { useElapsed, useInstant, useToday } from '#platform/web/page/now.ts'
import { useWaiting } from '#platform/web/phone/outbox/state.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { Card } from '#platform/web/ui/Card.tsx'
import { DoneButton } from '#platform/web/ui/DoneButton.tsx'
import { Icon } from '#platform/web/ui/Icon.tsx'
import { busIcon, dutiesIcon, pinIcon } from '#platform/web/ui/icons.ts'
import { Loaded } from '#platform/web/calls/Loaded.tsx'
import { Notice } from '#platform/web/ui/Notice.tsx'
import { Skeleton } from '#platform/web/ui/Skeleton.tsx'
import { VisuallyHidden } from '#platform/web/ui/VisuallyHidden.tsx'
import { WaitingToBeSent } from '#platform/web/ui/WaitingToBeSent.tsx'
import { StatusPill } from '#platform/web/ui/StatusPill.tsx'
import { acceptDuty, getCurrentAssignment } from '../calls.ts'
import type { CurrentAssignment } from '../contract.ts'
import { useCurrentAssignment } from './current-assignment.ts'
import styles from './CurrentDutyCard.module.css'
import type { KeptDuty } from './run-of-day.ts'
import { hasBegun, isOver } from './standing.ts'
import { clockText } from './times.ts'

/** The run under way, otherwise the next one, with the button that confirms it. */
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
        if (!current) return <NoDuty />
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
  if (data === null) return <NoDuty />
  const underWay = hasBegun(data, now)
  return (
    <Card
      title={underWay ? 'Pågående tjänst' : 'Nästa tjänst'}
      icon={dutiesIcon}
      tone="lead"
      aside={<When date={data.datum} underWay={underWay} />}
    >
      <Times duty={data} />
      <Facts duty={data} />
      <p>Du kan bekräfta när portalen går att nå igen.</p>
    </Card>
  )
}

function Duty({ duty }: { duty: CurrentAssignment }) {
  const [said, setSaid] = useState<'confirmed' | 'undone'>()
  const accept = useSend(acceptDuty, {
    failedText: 'Skicka acceptera uppdrag misslyckades',
    reloads: [getCurrentAssignment],
    rests: true,
    onSuccess: (_answer, { undo }) => setSaid(undo ? 'undone' : 'confirmed'),
    onWaiting: ({ undo }) => setSaid(undo ? 'undone' : 'confirmed'),
    outbox: ({ undo }) => ({
      what: undo ? 'Ångrad bekräftelse' : 'Bekräftelse',
      about: `${dayAndDate(duty.datum)} ${clockOf(duty.starttid)}`,
    }),
  })
  // A confirmation without coverage is shown, although the server does not have it yet.
  const waiting = useWaiting(acceptDuty).findLast(({ schemaPostId }) => schemaPostId === duty.passStartSchemapostId)
  const confirmed = waiting ? !waiting.undo : duty.bekraftad
  const underWay = hasBegun(duty, useInstant())
  const save = () => accept.submit({ schemaPostId: duty.passStartSchemapostId, undo: confirmed })
  return (
    <Card
      title={underWay ? 'Pågående tjänst' : 'Nästa tjänst'}
      icon={dutiesIcon}
      tone="lead"
      aside={<When date={duty.datum} underWay={underWay} />}
      actions={
        <DoneButton
          done={confirmed}
          todo="Bekräfta"
          said="Bekräftat"
          kind="primary"
          disabled={!duty.canBekrafta}
          busy={accept.busy}
          onClick={save}
        />
      }
    >
      <Times duty={duty} />
      <p className={styles['what']}>{duty.beskrivning}</p>
      <Facts duty={duty} />
      {waiting && !accept.busy && <WaitingToBeSent />}
      {accept.error && <Notice kind="error">{accept.error.reason}</Notice>}
      <Undone said={said} confirmed={confirmed} onAgain={save} />
    </Card>
  )
}

interface UndoneProps {
  said: 'confirmed' | 'undone' | undefined
  confirmed: boolean
  onAgain: () => void
}

/** The result of a click, also for screen readers, with a way to undo a withdrawn confirmation. */
function Undone({ said, confirmed, onAgain }: UndoneProps) {
  const undone = said === 'undone' && !confirmed
  return (
    <div className={undone ? styles['undone'] : undefined}>
      <output>
        {undone && 'Bekräftelsen är ångrad.'}
        {said === 'confirmed' && confirmed && <VisuallyHidden>Tjänsten är bekräftad.</VisuallyHidden>}
      </output>
      {undone && <Button onClick={onAgain}>Bekräfta igen</Button>}
    </div>
  )
}

function Times({ duty }: { duty: KeptDuty }) {
  return (
    <>
      <p className={styles['day']}>{dayAndDate(duty.datum)}</p>
      <p className={styles['times']}>
        <time dateTime={duty.starttid}>{clockText(duty.starttid, duty.startForskjutning, duty.datum)}</time>
        {' – '}
        <time dateTime={duty.sluttid}>{clockText(duty.sluttid, duty.slutForskjutning, duty.datum)}</time>
      </p>
    </>
  )
}

function Facts({ duty }: { duty: KeptDuty }) {
  return (
    <ul className={styles['facts']}>
      <li>
        <Icon path={pinIcon} size={20} />
        {duty.startplats === duty.slutplats ? duty.startplats : `${duty.startplats} – ${duty.slutplats}`}
      </li>
      {duty.fordonStr && (
        <li>
          <Icon path={busIcon} size={20} />
          {duty.fordonStr}
        </li>
      )}
    </ul>
  )
}

function When({ date, underWay }: { date: string; underWay: boolean }) {
  const today = useToday()
  if (underWay) return <StatusPill tone="blue">Pågår</StatusPill>
  if (date === today) return <StatusPill tone="blue">I dag</StatusPill>
  return null
}

function NoDuty() {
  return (
    <Card title="Nästa tjänst" icon={dutiesIcon} tone="lead">
      <p>Du har ingen planerad tjänst.</p>
    </Card>
  )
}

function Waiting() {
  return (
    <Card title="Nästa tjänst" icon={dutiesIcon} tone="lead">
      <Skeleton lines={7} />
    </Card>
  )
}
