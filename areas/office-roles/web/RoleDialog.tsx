import { useState } from 'react'
import { SaveError } from '#platform/web/calls/forms/SaveError.tsx'
import { Loaded } from '#platform/web/calls/Loaded.tsx'
import { useCall } from '#platform/web/calls/query.ts'
import { useSend } from '#platform/web/calls/use-send.ts'
import { useToday } from '#platform/web/page/now.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { DateField } from '#platform/web/ui/DateField.tsx'
import { Dialog } from '#platform/web/ui/Dialog.tsx'
import { TextField } from '#platform/web/ui/Field.tsx'
import { Notice } from '#platform/web/ui/Notice.tsx'
import { addRole, getRoleChoices, getRoles, getWaitingRoles } from '../calls.ts'
import { RoleAndArea } from './RoleAndArea.tsx'
import styles from './RoleForm.module.css'
import { hintOf } from './words.ts'

/** Gives somebody a role. */
export function RoleDialog({ onClose }: { onClose: () => void }) {
  const load = useCall(getRoleChoices, undefined)
  const today = useToday()
  const [form, setForm] = useState({ anstid: '', roll: '', omrade: '', fran: today, till: '' })
  const put = (field: keyof typeof form) => (value: string) => setForm({ ...form, [field]: value })
  const save = useSend(addRole, {
    once: true,
    reloads: [getRoles, getWaitingRoles],
    onSuccess: ({ vantar }) => {
      if (!vantar) onClose()
    },
  })
  const wrong = (field: string) => save.error?.modelState?.[field]?.[0]
  const waits = save.answer?.vantar === true
  const submit = () => {
    const { anstid, roll, omrade, fran, till } = form
    save.submit({ anstid, roll, fran, ...(omrade && { omrade }), ...(till && { till }) })
  }
  return (
    <Dialog
      title="Ge en roll"
      onClose={onClose}
      actions={
        waits ? (
          <Button onClick={onClose}>Stäng</Button>
        ) : (
          <Button kind="primary" busy={save.busy} onClick={submit}>
            {save.busy ? 'Sparar..' : 'Ge rollen'}
          </Button>
        )
      }
    >
      {waits ? (
        <Notice kind="info">Rollen är känslig. Den gäller när någon annan har godkänt den.</Notice>
      ) : (
        <Loaded of={load}>
          {(choices) => (
            <div className={styles['form']}>
              <TextField
                label="Anställningsnummer"
                required
                inputMode="numeric"
                value={form.anstid}
                onChange={(event) => put('anstid')(event.target.value)}
                error={wrong('anstid')}
              />
              <RoleAndArea
                roles={choices.roller}
                areas={choices.omraden}
                value={form}
                hint={hintOf(choices, form.roll)}
                onChange={(field, value) => put(field)(value)}
                wrong={wrong}
              />
              <div className={styles['dates']}>
                <DateField label="Från" required value={form.fran} onChange={put('fran')} error={wrong('fran')} />
                <DateField
                  label="Till och med"
                  required={false}
                  value={form.till}
                  onChange={put('till')}
                  error={wrong('till')}
                />
              </div>
              {save.error && <SaveError error={save.error} />}
            </div>
          )}
        </Loaded>
      )}
    </Dialog>
  )
}
