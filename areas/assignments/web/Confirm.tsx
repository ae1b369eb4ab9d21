import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { clockOf, dayAndDate } from '#platform/contract/wall-clock.ts'
import { keyOf } from '#platform/web/calls/query.ts'
import { useSend, writeName } from '#platform/web/calls/use-send.ts'
import { useWaiting } from '#platform/web/phone/outbox/state.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { classes } from '#platform/web/ui/class-names.ts'
import { Notice } from '#platform/web/ui/Notice.tsx'
import { VisuallyHidden } from '#platform/web/ui/VisuallyHidden.tsx'
import { WaitingToBeSent } from '#platform/web/ui/WaitingToBeSent.tsx'
import { retractNotice } from '#platform/web/wire/notices.ts'
import { acceptDuty, getCurrentAssignment } from '../calls.ts'
import type { Accept, CurrentAssignment } from '../contract.ts'
import styles from './Confirm.module.css'

/** The state and the action of the button, once this code has loaded. */
export interface Confirmation {
  readonly confirmed: boolean
  readonly busy: boolean
  readonly save: () => void
}

interface ConfirmProps {
  duty: CurrentAssignment
  /** Whether the button was tapped on this duty before this code had loaded. */
  tapped: boolean
  onChange: (now: Confirmation) => void
}

/** Confirms a duty or withdraws the confirmation: updates the button, which is on screen already, and shows the result. */
export default function Confirm(props: ConfirmProps) {
  const { passStartSchemapostId: id, bekraftad, datum } = props.duty
  const [gone, setGone] = useState<Gone>()
  return (
    <>
      {/* Remounted for each duty, so that neither a message about one duty nor a tap on it applies to the next. */}
      <OfDuty key={id} {...props} gone={gone} onGone={setGone} />
      {gone && gone.id !== id && !bekraftad && (
        <div className={styles['note']}>
          <Notice kind="info">
            {gone.date === datum
              ? 'Tjänsten har ändrats. Läs igenom den och bekräfta igen.'
              : `Tjänsten ${dayAndDate(gone.date)} är borttagen. Det här är nästa tjänst.`}
          </Notice>
        </div>
      )}
    </>
  )
}

/** A duty that no longer existed when the employee confirmed it. */
interface Gone {
  readonly id: number
  readonly date: string
}

interface OfDutyProps extends ConfirmProps {
  gone: Gone | undefined
  onGone: (gone: Gone | undefined) => void
}

const failedText = 'Skicka acceptera uppdrag misslyckades'

function OfDuty({ duty, tapped, onChange, gone, onGone }: OfDutyProps) {
  const client = useQueryClient()
  const [said, setSaid] = useState<'confirmed' | 'undone'>()
  const settle = ({ undo }: Accept) => {
    setSaid(undo ? 'undone' : 'confirmed')
    // Nothing else would remove the warning about the duty that this one has replaced.
    if (gone) retractNotice(writeName(failedText, `${gone.id}`))
    onGone(undefined)
  }
  const accept = useSend(acceptDuty, {
    failedText,
    reloads: [getCurrentAssignment],
    rests: true,
    onSuccess: (_answer, body) => settle(body),
    onError: ({ status }, { schemaPostId }) => {
      if (status !== 404) return
      // An import has replaced the duty.
      onGone({ id: schemaPostId, date: duty.datum })
      void client.invalidateQueries({ queryKey: keyOf(getCurrentAssignment) })
    },
    onWaiting: settle,
    outbox: ({ undo, schemaPostId }) => ({
      settles: `${schemaPostId}`,
      what: undo ? 'Ångrad bekräftelse' : 'Bekräftelse',
      about: `${dayAndDate(duty.datum)} ${clockOf(duty.starttid, duty.datum)}`,
    }),
  })
  // A confirmation without coverage is shown, although the server does not have it yet.
  const waiting = useWaiting(acceptDuty).findLast(({ schemaPostId }) => schemaPostId === duty.passStartSchemapostId)
  const confirmed = waiting ? !waiting.undo : duty.bekraftad
  const { busy } = accept
  const send = (atOnce = false) => accept.submit({ schemaPostId: duty.passStartSchemapostId, undo: confirmed }, atOnce)
  const latest = useRef(send)
  useLayoutEffect(() => {
    latest.current = send
  })
  const save = useCallback(() => latest.current(), [])
  useLayoutEffect(() => onChange({ confirmed, busy, save }), [confirmed, busy, save, onChange])
  const early = useRef(tapped)
  useEffect(() => {
    if (early.current) save()
    early.current = false
  }, [save])
  return (
    <>
      {waiting && !busy && (
        <div className={styles['note']}>
          <WaitingToBeSent />
        </div>
      )}
      {accept.error && (
        <div className={styles['note']}>
          <Notice kind="error">{accept.error.reason}</Notice>
        </div>
      )}
      <Undone said={said} confirmed={confirmed} busy={busy} onAgain={() => send(true)} />
    </>
  )
}

interface UndoneProps {
  said: 'confirmed' | 'undone' | undefined
  confirmed: boolean
  busy: boolean
  onAgain: () => void
}

/** The result of a click, also for screen readers, with a way to undo a withdrawn confirmation. */
function Undone({ said, confirmed, busy, onAgain }: UndoneProps) {
  const undone = said === 'undone' && !confirmed
  return (
    <div className={undone ? classes(styles['note'], styles['undone']) : undefined}>
      <output>
        {undone && 'Bekräftelsen är ångrad.'}
        {said === 'confirmed' && confirmed && <VisuallyHidden>Tjänsten är bekräftad.</VisuallyHidden>}
      </output>
      {undone && (
        // The second tap of a double tap on 'Ångra' may be here.
        <Button aria-disabled={busy} onClick={({ detail }) => detail < 2 && onAgain()}>
          Bekräfta igen
        </Button>
      )}
    </div>
  )
}
