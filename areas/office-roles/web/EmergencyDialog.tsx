import { useState } from 'react'
import { isRole } from '#core/people/roles.ts'
import { SaveError } from '#platform/web/calls/forms/SaveError.tsx'
import { Loaded } from '#platform/web/calls/Loaded.tsx'
import { keptLoad } from '#platform/web/calls/kept-load.ts'
import { useCall } from '#platform/web/calls/query.ts'
import { useSend } from '#platform/web/calls/use-send.ts'
import { counted } from '#platform/contract/counted.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { Dialog } from '#platform/web/ui/Dialog.tsx'
import { SelectField, TextArea } from '#platform/web/ui/Field.tsx'
import { Notice } from '#platform/web/ui/Notice.tsx'
import { useWhileHere } from '#platform/web/office/use-while-here.ts'
import { getEmergencies, getOwnRoles, getRoleChoices, getRoleCounts, takeEmergency } from '../calls.ts'
import { isForEmergency, MOST_HOURS } from '../rules.ts'
import { RoleAndArea } from './RoleAndArea.tsx'
import styles from './RoleForm.module.css'

const hours = Array.from({ length: MOST_HOURS }, (_, at) => at + 1)

/** Takes a role for a few hours, without a second person. */
export function EmergencyDialog({ onClose }: { onClose: () => void }) {
  const load = useCall(getRoleChoices, undefined)
  const [form, setForm] = useState({ roll: '', omrade: '', timmar: '1', skal: '' })
  const put = (field: keyof typeof form) => (event: { target: { value: string } }) =>
    setForm({ ...form, [field]: event.target.value })
  const save = useSend(takeEmergency, {
    once: true,
    reloads: [getEmergencies, getOwnRoles, getRoleCounts],
    said: () => 'Du har rollen inom en halv minut',
    onSuccess: useWhileHere(onClose),
  })
  const wrong = (field: string) => save.error?.modelState?.[field]?.[0]
  const { roll, omrade, timmar, skal } = form
  const submit = () => save.submit({ roll, ...(omrade && { omrade }), timmar: Number(timmar), skal })
  return (
    <Dialog
      cancel
      title="Nödåtkomst"
      onClose={onClose}
      actions={
        <Button kind="danger" busy={save.busy} onClick={submit}>
          {save.busy ? 'Sparar..' : 'Ta rollen'}
        </Button>
      }
    >
      <Loaded of={keptLoad(load).of}>
        {(choices) => (
          <div className={styles['form']}>
            <Notice kind="warning" live={false}>
              För det som inte kan vänta. HR ser att du tar rollen och varför, och den vars ärende du öppnar får veta
              det. Rollen upphör av sig själv.
            </Notice>
            <RoleAndArea
              roles={choices.roller.filter((each) => isRole(each.roll) && isForEmergency(each.roll))}
              areas={choices.omraden}
              value={form}
              hint={choices.roller.find((each) => each.roll === roll)?.syfte}
              onChange={(field, value) => setForm({ ...form, [field]: value })}
              wrong={wrong}
            />
            <SelectField
              label="Hur länge"
              required
              options={hours.map((each) => ({ value: String(each), label: counted(each, 'timme', 'timmar') }))}
              value={timmar}
              onChange={put('timmar')}
              error={wrong('timmar')}
            />
            <TextArea
              label="Skäl"
              required
              rows={3}
              hint="HR läser det. Skriv inga uppgifter om enskilda."
              value={skal}
              onChange={put('skal')}
              error={wrong('skal')}
            />
            {save.error && <SaveError error={save.error} />}
          </div>
        )}
      </Loaded>
    </Dialog>
  )
}
