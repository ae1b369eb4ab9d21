import { useState } from 'react'
import { NumberField } from '#core/people/web/PersonField.tsx'
import { useToday } from '#platform/web/page/now.ts'
import { DateField } from '#platform/web/ui/DateField.tsx'
import { addRole, getRoleReceivers, getRoles, getWaitingRoles } from '../calls.ts'
import { RoleAndArea } from './RoleAndArea.tsx'
import { RoleRequestDialog } from './RoleRequestDialog.tsx'
import styles from './RoleForm.module.css'
import { useRequest } from './use-request.ts'
import { hintOf } from './words.ts'

/** Gives somebody a role. */
export function RoleDialog({ onClose }: { onClose: () => void }) {
  const today = useToday()
  const [form, setForm] = useState({ anstid: '', roll: '', omrade: '', fran: today, till: '' })
  const put = (field: keyof typeof form) => (value: string) => setForm({ ...form, [field]: value })
  const request = useRequest(addRole, { reloads: [getRoles, getWaitingRoles], onDone: onClose })
  const { wrong } = request
  const { anstid, roll, omrade, fran, till } = form
  return (
    <RoleRequestDialog
      title="Ge en roll"
      request={request}
      send="Ge rollen"
      onSend={() => request.submit({ anstid, roll, fran, ...(omrade && { omrade }), ...(till && { till }) })}
      waiting="Rollen är känslig. Den gäller när någon annan har godkänt den."
      onClose={onClose}
    >
      {(choices) => (
        <>
          <NumberField
            label="Anställd"
            call={getRoleReceivers}
            required
            emptyText="Ingen som du kan ge en roll heter så"
            onChange={put('anstid')}
            error={wrong('anstid')}
          />
          <RoleAndArea
            roles={choices.roller}
            areas={choices.omraden}
            value={form}
            hint={hintOf(choices, roll)}
            onChange={(field, value) => put(field)(value)}
            wrong={wrong}
          />
          <div className={styles['dates']}>
            <DateField label="Från" required value={fran} onChange={put('fran')} error={wrong('fran')} />
            <DateField
              label="Till och med"
              required={false}
              value={till}
              onChange={put('till')}
              error={wrong('till')}
            />
          </div>
        </>
      )}
    </RoleRequestDialog>
  )
}
