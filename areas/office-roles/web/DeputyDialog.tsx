import { useState } from 'react'
import { NumberField } from '#core/people/web/PersonField.tsx'
import { DateField } from '#platform/web/ui/DateField.tsx'
import { addDeputy, getColleagues, getOwnRoles } from '../calls.ts'
import type { OwnRole } from '../contract.ts'
import { RequestDialog } from './RequestDialog.tsx'
import styles from './RoleForm.module.css'
import { useRequest } from './use-request.ts'

interface DeputyDialogProps {
  role: OwnRole
  today: string
  onClose: () => void
}

/** Names a deputy, who has one of the employee's own roles for a time. */
export function DeputyDialog({ role, today, onClose }: DeputyDialogProps) {
  const [number, setNumber] = useState('')
  const [from, setFrom] = useState(today)
  const [to, setTo] = useState('')
  const request = useRequest(addDeputy, { reloads: [getOwnRoles], onDone: onClose })
  const { wrong } = request
  return (
    <RequestDialog
      title={`Ersättare för rollen ${role.namn}`}
      request={request}
      send="Spara"
      onSend={() => request.submit({ rollId: role.id, anstid: number, fran: from, till: to })}
      waiting="Rollen är känslig. Ersättaren får den när någon annan har godkänt det."
      onClose={onClose}
    >
      <NumberField
        label="Ersättare"
        call={getColleagues}
        required
        emptyText="Ingen kollega på kontoret heter så"
        hint="Sök bland kollegor på kontoret. Någon annan skriver du in med hela anställningsnumret."
        onChange={setNumber}
        error={wrong('anstid')}
      />
      <div className={styles['dates']}>
        <DateField label="Från" required value={from} onChange={setFrom} error={wrong('fran')} />
        <DateField label="Till och med" required value={to} onChange={setTo} error={wrong('till')} />
      </div>
    </RequestDialog>
  )
}
