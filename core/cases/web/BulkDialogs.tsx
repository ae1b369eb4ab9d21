import { useState } from 'react'
import { Loaded } from '#platform/web/calls/Loaded.tsx'
import { SaveError } from '#platform/web/calls/forms/SaveError.tsx'
import { keptLoad } from '#platform/web/calls/kept-load.ts'
import { useCall } from '#platform/web/calls/query.ts'
import type { Sending } from '#platform/web/calls/use-send.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { Dialog } from '#platform/web/ui/Dialog.tsx'
import { SelectField, TextArea } from '#platform/web/ui/Field.tsx'
import type { CaseCalls } from '../calls.ts'
import { HandlerField, nobody } from './HandlerField.tsx'
import styles from './Queue.module.css'

interface BulkDialogProps {
  count: number
  change: Pick<Sending<unknown, unknown>, 'busy' | 'error'>
  onClose: () => void
}

const casesOf = (count: number) => (count === 1 ? 'ett ärende' : `${count} ärenden`)

interface OwnerDialogProps extends BulkDialogProps {
  calls: CaseCalls
  onChoose: (owner: string | null) => void
}

/** Assigns the chosen cases to somebody, or to nobody. A case that the person may not handle is refused. */
export function OwnerDialog({ calls, count, change, onChoose, onClose }: OwnerDialogProps) {
  const load = useCall(calls.handlers, {}, { staleTime: 60_000 })
  const [owner, setOwner] = useState('')
  return (
    <Dialog
      cancel
      title={`Tilldela ${casesOf(count)}`}
      onClose={onClose}
      actions={
        <Button
          kind="primary"
          busy={change.busy}
          disabled={owner === ''}
          onClick={() => onChoose(owner === nobody ? null : owner)}
        >
          {change.busy ? 'Sparar..' : 'Tilldela'}
        </Button>
      }
    >
      <Loaded of={keptLoad(load).of}>
        {(handlers) => <HandlerField handlers={handlers} value={owner} onChange={setOwner} />}
      </Loaded>
      {change.error && <SaveError error={change.error} />}
    </Dialog>
  )
}

interface StateDialogProps extends BulkDialogProps {
  calls: CaseCalls
  /** The states that all of the cases may change to. */
  common: readonly string[]
  /** The chosen state and the written text. They stay when the dialog is closed by mistake, and for the cases that were refused. */
  written: WrittenForAll
  onWrite: (written: WrittenForAll) => void
  onChoose: (state: string, text: string) => void
}

export interface WrittenForAll {
  readonly state: string
  readonly text: string
}

/** Changes several cases to a state that all of them may change to, with one answer. */
export function StateDialog({ calls, common, count, change, written, onWrite, onChoose, onClose }: StateDialogProps) {
  const load = useCall(calls.states, undefined, { staleTime: 60_000 })
  // Other cases may have been chosen since, and not all of them can change to this state.
  const state = common.includes(written.state) ? written.state : ''
  const { text } = written
  const [missing, setMissing] = useState(false)
  const found = (name: string) => load.data?.find((each) => each.name === name)
  const needsText = found(state)?.needsText === true
  const choose = (name: string) => {
    // A template's text is replaced by another template's, but text that somebody has written is not.
    const isOwn = text.trim() !== '' && text !== found(written.state)?.template
    onWrite({ state: name, text: isOwn ? text : (found(name)?.template ?? '') })
    setMissing(false)
  }
  const submit = () => {
    const isMissing = needsText && text.trim() === ''
    setMissing(isMissing)
    if (!isMissing) onChoose(state, text)
  }
  return (
    <Dialog
      cancel
      title={`Ändra status för ${casesOf(count)}`}
      onClose={onClose}
      actions={
        <Button kind="primary" busy={change.busy} disabled={state === ''} onClick={submit}>
          {change.busy ? 'Ändrar..' : 'Ändra'}
        </Button>
      }
    >
      {common.length === 0 ? (
        <p>Det finns ingen status som alla de valda ärendena kan få. Välj färre, eller ändra dem var för sig.</p>
      ) : (
        <Loaded of={keptLoad(load).of}>
          {(states) => (
            <div className={styles['form']}>
              <SelectField
                label="Status"
                placeholder="Välj status"
                value={state}
                options={states
                  .filter(({ name }) => common.includes(name))
                  .map(({ name }) => ({ value: name, label: name }))}
                onChange={({ target }) => choose(target.value)}
              />
              <TextArea
                label={count === 1 ? `Svar till ${calls.words.person}` : 'Svar till alla'}
                required={needsText}
                maxLength={4000}
                value={text}
                hint={text.includes('{') ? 'Det inom { } fylls i för varje ärende.' : undefined}
                error={missing ? 'Skriv varför. De som ärendena gäller läser det.' : undefined}
                onChange={({ target }) => onWrite({ state, text: target.value })}
              />
              {change.error && <SaveError error={change.error} />}
            </div>
          )}
        </Loaded>
      )}
    </Dialog>
  )
}
