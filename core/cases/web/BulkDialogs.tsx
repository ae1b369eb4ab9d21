import { useState } from 'react'
import { Loaded } from '#platform/web/calls/Loaded.tsx'
import { SaveError } from '#platform/web/calls/forms/SaveError.tsx'
import { useCall } from '#platform/web/calls/query.ts'
import type { Sending } from '#platform/web/calls/use-send.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { Dialog } from '#platform/web/ui/Dialog.tsx'
import { SelectField, TextArea } from '#platform/web/ui/Field.tsx'
import type { CaseCalls } from '../calls.ts'
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

/** Gives the chosen cases to somebody, or to nobody. Who may not handle one of them is refused for that one. */
export function OwnerDialog({ calls, count, change, onChoose, onClose }: OwnerDialogProps) {
  const load = useCall(calls.handlers, {}, { staleTime: 60_000 })
  const [owner, setOwner] = useState('')
  return (
    <Dialog
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
      <Loaded of={load}>
        {(handlers) => (
          <SelectField
            label="Handläggare"
            placeholder="Välj handläggare"
            value={owner}
            options={[
              ...handlers.map(({ id, name }) => ({ value: id, label: name })),
              { value: nobody, label: 'Ingen' },
            ]}
            onChange={({ target }) => setOwner(target.value)}
          />
        )}
      </Loaded>
      {change.error && <SaveError error={change.error} />}
    </Dialog>
  )
}

const nobody = 'ingen'

interface StateDialogProps extends BulkDialogProps {
  states: readonly string[]
  onChoose: (state: string, text: string) => void
}

export function StateDialog({ states, count, change, onChoose, onClose }: StateDialogProps) {
  const [state, setState] = useState('')
  const [text, setText] = useState('')
  return (
    <Dialog
      title={`Ändra status för ${casesOf(count)}`}
      onClose={onClose}
      actions={
        <Button kind="primary" busy={change.busy} disabled={state === ''} onClick={() => onChoose(state, text)}>
          {change.busy ? 'Ändrar..' : 'Ändra'}
        </Button>
      }
    >
      <div className={styles['form']}>
        <SelectField
          label="Status"
          placeholder="Välj status"
          value={state}
          options={states.map((name) => ({ value: name, label: name }))}
          onChange={({ target }) => setState(target.value)}
        />
        <TextArea
          label="Svar till alla"
          required={false}
          maxLength={4000}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        {change.error && <SaveError error={change.error} />}
      </div>
    </Dialog>
  )
}
