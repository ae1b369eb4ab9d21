import { useState } from 'react'
import { SaveError } from '#platform/web/calls/forms/SaveError.tsx'
import { useSend } from '#platform/web/calls/use-send.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { DateField } from '#platform/web/ui/DateField.tsx'
import { Dialog } from '#platform/web/ui/Dialog.tsx'
import { TextField } from '#platform/web/ui/Field.tsx'
import { Notice } from '#platform/web/ui/Notice.tsx'
import { addDeputy, getOwnRoles } from '../calls.ts'
import type { OwnRole } from '../contract.ts'
import styles from './RoleForm.module.css'

interface DeputyDialogProps {
  role: OwnRole
  today: string
  onClose: () => void
}

/** Names who takes over an own role for a time. */
export function DeputyDialog({ role, today, onClose }: DeputyDialogProps) {
  const [number, setNumber] = useState('')
  const [from, setFrom] = useState(today)
  const [to, setTo] = useState('')
  const save = useSend(addDeputy, {
    once: true,
    reloads: [getOwnRoles],
    onSuccess: ({ vantar }) => {
      if (!vantar) onClose()
    },
  })
  const wrong = (field: string) => save.error?.modelState?.[field]?.[0]
  const waits = save.answer?.vantar === true
  return (
    <Dialog
      title={`Ersättare för rollen ${role.namn}`}
      onClose={onClose}
      actions={
        waits ? (
          <Button onClick={onClose}>Stäng</Button>
        ) : (
          <Button
            kind="primary"
            busy={save.busy}
            onClick={() => save.submit({ rollId: role.id, anstid: number, fran: from, till: to })}
          >
            {save.busy ? 'Sparar..' : 'Spara'}
          </Button>
        )
      }
    >
      {waits ? (
        <Notice kind="info">Rollen är känslig. Ersättaren får den när någon annan har godkänt det.</Notice>
      ) : (
        <div className={styles['form']}>
          <TextField
            label="Anställningsnummer"
            required
            inputMode="numeric"
            value={number}
            onChange={(event) => setNumber(event.target.value)}
            error={wrong('anstid')}
          />
          <div className={styles['dates']}>
            <DateField label="Från" required value={from} onChange={setFrom} error={wrong('fran')} />
            <DateField label="Till och med" required value={to} onChange={setTo} error={wrong('till')} />
          </div>
          {save.error && <SaveError error={save.error} />}
        </div>
      )}
    </Dialog>
  )
}
