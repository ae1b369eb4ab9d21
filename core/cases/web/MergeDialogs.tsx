import { minuteText } from '#platform/contract/wall-clock.ts'
import { useState, type ReactNode } from 'react'
import { SaveError } from '#platform/web/calls/forms/SaveError.tsx'
import { useSend } from '#platform/web/calls/use-send.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { Dialog } from '#platform/web/ui/Dialog.tsx'
import { TextField } from '#platform/web/ui/Field.tsx'
import { Notice } from '#platform/web/ui/Notice.tsx'
import { OptionBox } from '#platform/web/ui/OptionBox.tsx'
import { Unbroken } from '#platform/web/ui/Unbroken.tsx'
import type { CaseCalls } from '../calls.ts'
import type { Case } from '../contract.ts'
import styles from './Case.module.css'
import { useOpened } from './use-opened.ts'

interface MergeDialogProps {
  found: Case
  calls: CaseCalls
  onClose: () => void
  onDone: () => void
}

/** The case as it was when the dialog opened, and the act that merges it into the case with another number. */
function useMerge({ found, calls, onClose, onDone }: MergeDialogProps) {
  const { seen, onError } = useOpened(found, calls)
  const { number, version } = seen
  const { submit, busy, error } = useSend(calls.merge, {
    once: true,
    // The other case then has the reports of this one, and may have been opened before.
    reloads: [calls.one, calls.list, calls.counts, calls.views],
    onError,
    said: ({ into }) => `${number} är ihopslaget med ${into}`,
    onSuccess: () => {
      onClose()
      onDone()
    },
  })
  return { seen, mergeInto: (into: string) => submit({ number, version, into }), busy, error }
}

interface MergeFrameProps {
  number: string
  busy: boolean
  /** Whether something has to be confirmed first. */
  disabled?: boolean
  onMerge: () => void
  onClose: () => void
  children: ReactNode
}

function MergeFrame({ number, busy, disabled = false, onMerge, onClose, children }: MergeFrameProps) {
  return (
    <Dialog
      cancel
      title={`Slå ihop ${number} med`}
      onClose={onClose}
      actions={
        <Button kind="primary" busy={busy} disabled={disabled} onClick={onMerge}>
          {busy ? 'Slår ihop..' : 'Slå ihop'}
        </Button>
      }
    >
      {children}
    </Dialog>
  )
}

/** Merges the case into another open one about the same thing. */
export function MergeDialog(props: MergeDialogProps) {
  const { seen, mergeInto, busy, error } = useMerge(props)
  const { number, related, about, category } = seen
  const others = related.filter(({ ended }) => !ended)
  // Another of the same category first: it is most likely the same thing.
  const likely = others.find((other) => other.category === category) ?? others[0]
  const [into, setInto] = useState(likely?.number ?? '')
  const [sure, setSure] = useState(false)
  const chosen = others.find((other) => other.number === into)
  const differs = chosen !== undefined && chosen.category !== category
  return (
    <MergeFrame
      number={number}
      busy={busy}
      disabled={differs && !sure}
      onMerge={() => mergeInto(into)}
      onClose={props.onClose}
    >
      <p>Alla som har anmält får samma svar. Det går inte att ångra.</p>
      <fieldset className={styles['options']}>
        <legend>Öppna ärenden om {about}</legend>
        {others.map((other) => (
          <OptionBox
            key={other.number}
            type="radio"
            name="into"
            checked={into === other.number}
            onChange={() => {
              setInto(other.number)
              setSure(false)
            }}
          >
            <span className={styles['other']}>
              <b>
                <Unbroken>{`${other.number} ${other.title}`}</Unbroken>
              </b>
              <small>{minuteText(other.received)}</small>
            </span>
          </OptionBox>
        ))}
      </fieldset>
      {differs && (
        <div className={styles['sure']}>
          <Notice kind="warning" live={false}>
            <Unbroken>
              {`${number} är anmält som ${category ?? 'annat'}, ${into} som ${chosen.category ?? 'annat'}.`}
            </Unbroken>
          </Notice>
          <OptionBox type="checkbox" checked={sure} onChange={({ target }) => setSure(target.checked)}>
            Det är ändå samma sak
          </OptionBox>
        </div>
      )}
      {error && <SaveError error={error} />}
    </MergeFrame>
  )
}

/** Merges the case into any other open one of its queue, by number: only the reader knows that they are about the same thing. */
export function MergeByNumberDialog(props: MergeDialogProps) {
  const { seen, mergeInto, busy, error } = useMerge(props)
  const [typed, setTyped] = useState('')
  const wrong = error?.status === 404 ? 'Ärendet finns inte.' : error?.modelState?.['into']?.[0]
  return (
    <MergeFrame
      number={seen.number}
      busy={busy}
      onMerge={() => mergeInto(typed.trim().toUpperCase())}
      onClose={props.onClose}
    >
      <p>Alla som har skickat in det får samma svar. Det går inte att ångra.</p>
      <TextField
        label="Ärendets nummer"
        required
        value={typed}
        error={wrong}
        onChange={({ target }) => setTyped(target.value)}
      />
      {error && wrong === undefined && <SaveError error={error} />}
    </MergeFrame>
  )
}
