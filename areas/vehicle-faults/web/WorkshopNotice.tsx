import { dayAndTime } from '#platform/contract/dates-in-words.ts'
import { useCall } from '#platform/web/calls/query.ts'
import { useSend } from '#platform/web/calls/use-send.ts'
import { SaveError } from '#platform/web/calls/forms/SaveError.tsx'
import { announce } from '#platform/web/ui/announce.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { Notice } from '#platform/web/ui/Notice.tsx'
import { getWorkshopState, sendWorkshopAgain } from '../office-calls.ts'
import styles from './WorkshopNotice.module.css'

const AGAIN_MS = 60_000

const changes = (count: number) => (count === 1 ? '1 händelse' : `${count} händelser`)

/** A notice above the queue while messages to the workshop's own system have failed. */
export default function WorkshopNotice() {
  const { data } = useCall(getWorkshopState, undefined, { refetchInterval: AGAIN_MS })
  const again = useSend(sendWorkshopAgain, {
    reloads: [getWorkshopState],
    onSuccess: (count) => announce(`${changes(count)} skickas om`),
  })
  if (!data) return null
  const { waiting, since, givenUp, maySendAgain } = data
  return (
    <Notice kind="warning" title="Verkstadens system tar inte emot">
      {since && (
        <p>
          {changes(waiting)} väntar sedan {dayAndTime(since)} och skickas om.
        </p>
      )}
      {givenUp > 0 && <p>{changes(givenUp)} har inte kommit fram på en vecka och skickas inte längre.</p>}
      {givenUp > 0 && maySendAgain && (
        <div className={styles['again']}>
          <Button busy={again.busy} onClick={() => again.submit(undefined)}>
            {again.busy ? 'Skickar..' : 'Skicka om'}
          </Button>
        </div>
      )}
      {again.error && <SaveError error={again.error} unanswered="Inget svar kom. Försök igen." />}
    </Notice>
  )
}
