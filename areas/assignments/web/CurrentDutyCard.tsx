import { useEffect } from 'react'
import { useQuery } from '@tanstack/react-query'
import { dayAndDate } from '#platform/contract/wall-clock.ts'
import { useCall, useSend } from '#platform/web/http/query.ts'
import { useToday, useWallClock } from '#platform/web/now.ts'
import { useWaiting } from '#platform/web/outbox/state.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { Card } from '#platform/web/ui/Card.tsx'
import { Icon } from '#platform/web/ui/Icon.tsx'
import { busIcon, checkIcon, dutiesIcon, pinIcon } from '#platform/web/ui/icons.ts'
import { Loaded } from '#platform/web/ui/Loaded.tsx'
import { Notice } from '#platform/web/ui/Notice.tsx'
import { Skeleton } from '#platform/web/ui/Skeleton.tsx'
import { WaitingToBeSent } from '#platform/web/ui/WaitingToBeSent.tsx'
import { StatusPill } from '#platform/web/ui/StatusPill.tsx'
import { acceptDuty, getCurrentAssignment } from '../calls.ts'
import type { CurrentAssignment } from '../contract.ts'
import styles from './CurrentDutyCard.module.css'
import type { KeptDuty } from './run-of-day.ts'
import { clockOf } from './times.ts'

/** The run under way, else the next one, with the button that confirms it. */
export function CurrentDutyCard() {
  const duty = useCall(getCurrentAssignment, undefined, { failedText: 'Hämta aktuellt uppdrag misslyckades' })
  const now = useWallClock()
  const isOver = duty.data ? duty.data.sluttid.slice(0, 16) <= now : false
  const { refetch } = duty
  useEffect(() => {
    if (isOver) void refetch()
  }, [isOver, refetch])
  return (
    <Loaded of={duty} skeleton={<Waiting />}>
      {(current) => {
        if (!current) return <NoDuty />
        if (!isOver) return <Duty duty={current} />
        // What was heard last is over: the one after it comes with the answer, or from the days that are kept.
        return duty.isFetching ? <Waiting /> : <KeptCard now={now} />
      }}
    </Loaded>
  )
}

/** The duty that the kept days tell of. It can be confirmed when the server has been heard. */
function KeptCard({ now }: { now: string }) {
  const { data } = useQuery({
    queryKey: ['kept-duty', now.slice(0, 13)],
    queryFn: async () => (await import('./kept-duty.ts')).keptDuty(now),
  })
  if (data === undefined) return <Waiting />
  if (data === null) return <NoDuty />
  const underWay = now >= data.starttid.slice(0, 16)
  return (
    <Card
      title={underWay ? 'Pågående tjänst' : 'Nästa tjänst'}
      icon={dutiesIcon}
      tone="lead"
      aside={<When date={data.datum} underWay={underWay} />}
    >
      <Times duty={data} />
      <Facts duty={data} />
    </Card>
  )
}

function Duty({ duty }: { duty: CurrentAssignment }) {
  const accept = useSend(acceptDuty, {
    failedText: 'Skicka acceptera uppdrag misslyckades',
    reloads: [getCurrentAssignment],
    outbox: ({ undo }) => ({
      what: undo ? 'Ångrad bekräftelse' : 'Bekräftelse',
      about: `${dayAndDate(duty.datum)} ${clockOf(duty.starttid)}`,
    }),
  })
  // What was pressed without coverage counts, though the server has not heard of it.
  const waiting = useWaiting(acceptDuty).findLast(({ schemaPostId }) => schemaPostId === duty.passStartSchemapostId)
  const confirmed = waiting ? !waiting.undo : duty.bekraftad
  const underWay = useWallClock() >= duty.starttid.slice(0, 16)
  return (
    <Card
      title={underWay ? 'Pågående tjänst' : 'Nästa tjänst'}
      icon={dutiesIcon}
      tone="lead"
      aside={<When date={duty.datum} underWay={underWay} />}
      actions={
        <Button
          kind={confirmed ? 'success' : 'primary'}
          icon={confirmed ? checkIcon : undefined}
          wide
          disabled={!duty.canBekrafta}
          busy={accept.busy}
          onClick={() => accept.submit({ schemaPostId: duty.passStartSchemapostId, undo: confirmed })}
        >
          {accept.busy ? 'Sparar..' : confirmed ? 'Bekräftat' : 'Bekräfta'}
        </Button>
      }
    >
      <Times duty={duty} />
      <p className={styles['what']}>{duty.beskrivning}</p>
      <Facts duty={duty} />
      {waiting && !accept.busy && <WaitingToBeSent />}
      {accept.error && <Notice kind="error">{accept.error.errorMessage || 'Ett fel inträffade'}</Notice>}
    </Card>
  )
}

function Times({ duty }: { duty: KeptDuty }) {
  return (
    <>
      <p className={styles['day']}>{dayAndDate(duty.datum)}</p>
      <p className={styles['times']}>
        <time dateTime={duty.starttid}>{clockOf(duty.starttid, duty.datum)}</time>
        {' – '}
        <time dateTime={duty.sluttid}>{clockOf(duty.sluttid, duty.datum)}</time>
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
