import { useState } from 'react'
import { SaveError } from '#platform/web/calls/forms/SaveError.tsx'
import { Loaded } from '#platform/web/calls/Loaded.tsx'
import { keptLoad } from '#platform/web/calls/kept-load.ts'
import { useCall } from '#platform/web/calls/query.ts'
import { useSend } from '#platform/web/calls/use-send.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { Dialog } from '#platform/web/ui/Dialog.tsx'
import { TextArea } from '#platform/web/ui/Field.tsx'
import { Notice } from '#platform/web/ui/Notice.tsx'
import { useWhileHere } from '#platform/web/office/use-while-here.ts'
import type { CaseCalls } from '../calls.ts'
import type { Case } from '../contract.ts'
import { noReason } from '../failures.ts'
import styles from './Case.module.css'
import { HandlerField, nobody } from './HandlerField.tsx'
import type { OwnAct } from './own-acts.tsx'
import { useOpened } from './use-opened.ts'

interface CaseDialogProps {
  found: Case
  calls: CaseCalls
  onClose: () => void
}

interface ActDialogProps extends CaseDialogProps {
  /** Called with the case's versions before and after. */
  onActed: (own: OwnAct) => void
}

/** Assigns the case to somebody who handles such cases, or to nobody. */
export function AssignDialog({ found, calls, onClose, onActed }: ActDialogProps) {
  const { seen, onError } = useOpened(found, calls)
  const { number, version, owner } = seen
  const load = useCall(calls.handlers, { nummer: number }, { staleTime: 60_000 })
  const [chosen, setChosen] = useState(owner?.id ?? '')
  const assign = useSend(calls.assign, {
    once: true,
    reloads: [calls.one, calls.list, calls.counts, calls.views],
    onError,
    onSuccess: (_done, body) => {
      // Choosing the same owner again changes nothing.
      if (body.owner !== (owner?.id ?? null)) onActed({ from: body.version, to: body.version + 1 })
    },
    onReloaded: onClose,
  })
  return (
    <Dialog
      cancel
      title={`Tilldela ${number}`}
      onClose={onClose}
      actions={
        <Button
          kind="primary"
          busy={assign.busy}
          disabled={chosen === ''}
          onClick={() => assign.submit({ number, version, owner: chosen === nobody ? null : chosen })}
        >
          {assign.busy ? 'Sparar..' : 'Tilldela'}
        </Button>
      }
    >
      <Loaded of={keptLoad(load).of}>
        {(handlers) => <HandlerField handlers={handlers} value={chosen} onChange={setChosen} />}
      </Loaded>
      {assign.error && <SaveError error={assign.error} />}
    </Dialog>
  )
}

/** Shows who reported the case, after the employee has given a reason. */
export function RevealDialog({ found: { number }, calls, onClose }: CaseDialogProps) {
  const [reason, setReason] = useState('')
  const reveal = useSend(calls.reveal, {
    once: true,
    reloads: [calls.one, calls.list],
    onSuccess: useWhileHere(onClose),
  })
  return (
    <Dialog
      cancel
      title="Visa vem som anmält"
      onClose={onClose}
      actions={
        <Button kind="primary" busy={reveal.busy} onClick={() => reveal.submit({ number, reason })}>
          {reveal.busy ? 'Hämtar..' : 'Visa'}
        </Button>
      }
    >
      <div className={styles['why']}>
        <p>Den som har anmält får veta att du har sett det. Skälet sparas i loggen.</p>
        <TextArea
          label="Varför behöver du veta det?"
          required
          rows={3}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          error={reveal.error?.modelState?.['reason']?.[0]}
        />
        {reveal.error && <SaveError error={reveal.error} />}
      </div>
    </Dialog>
  )
}

/** Sets the queue's mark: with a reason if others are notified of it, and after a warning if it can never be removed. */
export function MarkDialog({ found, calls, onClose, onActed }: ActDialogProps) {
  const { seen, onError } = useOpened(found, calls)
  const { number, version, markAsks, markLasts, ended, marked, marking, actions } = seen
  // Once the case is marked, `mark` is the opposite act or none.
  const [mark] = useState(found.mark)
  const marks = !marked && actions.includes('mark')
  const [text, setText] = useState('')
  const [missing, setMissing] = useState(false)
  const setMark = useSend(calls.mark, {
    once: true,
    reloads: [calls.one, calls.list, calls.counts, calls.views],
    onError,
    // Opening the case again is an event of its own.
    onSuccess: (_done, { version: from }) => onActed({ from, to: from + (ended ? 2 : 1) }),
    onReloaded: onClose,
  })
  return (
    <Dialog
      cancel
      title={`${number}: ${mark}`}
      onClose={onClose}
      actions={
        marks && (
          <Button
            kind="primary"
            busy={setMark.busy}
            onClick={() => {
              const lacks = markAsks !== null && text.trim() === ''
              setMissing(lacks)
              if (!lacks) setMark.submit({ number, version, on: true, text })
            }}
          >
            {setMark.busy ? 'Sparar..' : mark}
          </Button>
        )
      }
    >
      <div className={styles['why']}>
        {!marks && (
          <Notice kind="warning">
            {marked ? `Ärendet är redan märkt: ${marking}.` : 'Ärendet kan inte märkas längre.'}
          </Notice>
        )}
        {marks && markLasts && (
          <p>
            Märkningen kan inte tas bort sedan.{' '}
            {ended && 'Ärendet är avslutat och öppnas igen: den som anmälde får veta det.'}
          </p>
        )}
        <TextArea
          label="Varför?"
          {...(markAsks !== null && { hint: markAsks, required: true })}
          maxLength={4000}
          value={text}
          error={missing ? noReason : undefined}
          onChange={({ target }) => setText(target.value)}
        />
      </div>
      {setMark.error && <SaveError error={setMark.error} />}
    </Dialog>
  )
}
