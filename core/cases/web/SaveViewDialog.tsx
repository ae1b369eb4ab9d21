import { useState } from 'react'
import { SaveError } from '#platform/web/calls/forms/SaveError.tsx'
import { useSend } from '#platform/web/calls/use-send.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { Dialog } from '#platform/web/ui/Dialog.tsx'
import { SelectField, TextField } from '#platform/web/ui/Field.tsx'
import type { CaseCalls } from '../calls.ts'
import type { Picked } from '../contract.ts'
import type { SavedView, SavedViews } from '../saved-views.ts'
import styles from './Queue.module.css'

interface SaveViewDialogProps {
  calls: CaseCalls
  /** The view to change; null for a new one. */
  view: SavedView | null
  query: Picked
  roles: SavedViews['roles']
  onClose: () => void
}

/** Saves the shown list as a view with a name, or changes or removes a saved view. */
export function SaveViewDialog({ calls, view, query, roles, onClose }: SaveViewDialogProps) {
  const [name, setName] = useState(view?.name ?? '')
  const [role, setRole] = useState(view?.role?.key ?? '')
  const [sure, setSure] = useState(false)
  // Closes after the reload: a view that is opened before it would still be the former one.
  const ends = { once: true, reloads: [calls.views], onReloaded: onClose }
  const save = useSend(calls.saveView, { ...ends, said: () => 'Vyn är sparad' })
  const remove = useSend(calls.removeView, { ...ends, said: () => 'Vyn är borttagen' })
  const error = save.error ?? remove.error
  const submit = () => save.submit({ id: view?.id ?? null, name, role: role || null, query })
  return (
    <Dialog
      title={view ? 'Ändra vyn' : 'Spara vyn'}
      onClose={onClose}
      actions={
        <>
          {view && (
            <Button
              kind={sure ? 'danger' : 'quiet'}
              busy={remove.busy}
              onClick={() => (sure ? remove.submit({ id: view.id }) : setSure(true))}
            >
              {sure ? 'Ja, ta bort vyn' : 'Ta bort'}
            </Button>
          )}
          <Button onClick={onClose}>Avbryt</Button>
          <Button kind="primary" busy={save.busy} onClick={submit}>
            {save.busy ? 'Sparar..' : 'Spara'}
          </Button>
        </>
      }
    >
      <form
        className={styles['form']}
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <TextField
          label="Namn"
          autoComplete="off"
          maxLength={60}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <SelectField
          label="Vem ser vyn"
          placeholder="Bara jag"
          value={role}
          options={roles.map((each) => ({ value: each.key, label: `Alla med rollen ${each.name}` }))}
          onChange={({ target }) => setRole(target.value)}
        />
        <p className={styles['hint']}>Var och en ser bara de ärenden som den egna rollen visar.</p>
        {error && <SaveError error={error} />}
      </form>
    </Dialog>
  )
}
