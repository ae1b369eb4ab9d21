import { useState } from 'react'
import { useSend } from '#platform/web/calls/use-send.ts'
import { SaveError } from '#platform/web/calls/forms/SaveError.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { Notice } from '#platform/web/ui/Notice.tsx'
import { announce } from '#platform/web/ui/announce.ts'
import { passFocus } from '#platform/web/ui/page-focus.ts'
import type { ApiError } from '#platform/web/wire/api-error.ts'
import type { Bulk } from '../acts.ts'
import type { CaseCalls } from '../calls.ts'
import { OwnerDialog, StateDialog, type WrittenForAll } from './BulkDialogs.tsx'
import styles from './Queue.module.css'
import { changedSinceChosen } from '../failures.ts'
import type { Choice } from './use-choice.ts'

interface BulkBarProps {
  /** The list that is shown, from `keyOfList`. */
  list: string
  calls: CaseCalls
  choice: Choice
  /** Whether the list is out of sight. A dialog is then closed, because it would keep everything else from being tapped. */
  behind: boolean
}

const nothing: WrittenForAll = { state: '', text: '' }

/**
 * The actions on several cases at once. Each case is changed separately, and those that could not be changed are listed, also when
 * nothing is chosen any longer, or another list is shown.
 */
export function BulkBar({ list, calls, choice, behind }: BulkBarProps) {
  const [dialog, setDialog] = useState<'owner' | 'state' | null>(null)
  /** The dialog from which the change was sent, if any: another dialog that is opened meanwhile stays open. */
  const [sentFrom, setSentFrom] = useState<typeof dialog>(null)
  const [written, setWritten] = useState(nothing)
  const change = useSend(calls.bulk, {
    once: true,
    reloads: [calls.list, calls.counts, calls.views, calls.one],
    onSuccess: (results, { change: sent }) => {
      setDialog((open) => (open === sentFrom ? null : open))
      const refused = results.filter(({ why }) => why !== null)
      // A text that has been written for other cases since stays.
      if (sent.type === 'state' && refused.length === 0)
        setWritten((now) => (now.state === sent.state && now.text === sent.text ? nothing : now))
      announce(changedOf(results.length - refused.length))
      // Those that could not be changed stay chosen, with their reasons, and so do those that have been chosen since.
      choice.tell(refused.flatMap(({ number, why }) => (why === changedSinceChosen ? [number] : [])))
      choice.drop(results.flatMap(({ number, why }) => (why === null ? [number] : [])))
    },
  })
  const answer = change.answer ?? []
  const refused = answer.filter(({ why }) => why !== null)
  const cases = [...choice.cases]
  const send = (what: Bulk['change']) => {
    setSentFrom(dialog)
    change.submit({ cases, change: what })
  }
  const close = () => {
    setDialog(null)
    setSentFrom(null)
  }
  // What has been begun for cases of one list must not be sent for those of another. A failure that has been shown goes with its list.
  const [begun, setBegun] = useState<{ list: string; failure: ApiError | null }>({ list, failure: null })
  if (begun.list !== list) {
    setBegun({ list, failure: change.error })
    setWritten(nothing)
    close()
  }
  const error = change.error === begun.failure ? null : change.error
  const some = cases.length > 0
  if (dialog && (!some || behind)) close()
  // The text was written for cases that are no longer chosen.
  if (!some && !change.busy && written !== nothing) setWritten(nothing)
  if (!some && refused.length === 0 && !error) return null
  return (
    <section className={styles['bulk']} aria-label="Valda ärenden">
      {some && (
        <>
          <b>
            {cases.length === 1 ? '1 valt' : `${cases.length} valda`}
            {choice.all.more && ', listan har fler'}
          </b>
          <Button
            ref={passFocus}
            kind="quiet"
            onClick={() => {
              choice.clear()
              if (!change.busy) change.reset()
            }}
          >
            Avmarkera
          </Button>
          <Button ref={passFocus} busy={change.busy} onClick={() => send({ type: 'assign', owner: 'jag' })}>
            {cases.length === 1 ? 'Ta ärendet' : 'Ta ärendena'}
          </Button>
          <Button ref={passFocus} onClick={() => setDialog('owner')}>
            Tilldela
          </Button>
          <Button ref={passFocus} onClick={() => setDialog('state')}>
            Ändra status
          </Button>
        </>
      )}
      {refused.length > 0 && (
        <Notice
          kind="warning"
          title={`${answer.length - refused.length} ändrade, ${refused.length} inte`}
          onDismiss={change.reset}
        >
          <ul>
            {refused.map(({ number, why }) => (
              // Some reasons begin with the number of the case.
              <li key={number}>{why?.startsWith(`${number} `) ? why : `${number}: ${why}`}</li>
            ))}
          </ul>
        </Notice>
      )}
      {error && !dialog && <SaveError error={error} />}
      {dialog === 'owner' && (
        <OwnerDialog
          calls={calls}
          count={cases.length}
          change={{ busy: change.busy, error }}
          onChoose={(owner) => send({ type: 'assign', owner })}
          onClose={close}
        />
      )}
      {dialog === 'state' && (
        <StateDialog
          calls={calls}
          common={choice.common}
          written={written}
          onWrite={setWritten}
          count={cases.length}
          change={{ busy: change.busy, error }}
          onChoose={(state, text) => send({ type: 'state', state, text })}
          onClose={close}
        />
      )}
    </section>
  )
}

const changedOf = (count: number) => (count === 1 ? '1 ärende är ändrat' : `${count} ärenden är ändrade`)
