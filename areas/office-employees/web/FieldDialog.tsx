import { useState } from 'react'
import { NumberField } from '#core/people/web/PersonField.tsx'
import { SaveError } from '#platform/web/calls/forms/SaveError.tsx'
import { useSend } from '#platform/web/calls/use-send.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { Dialog } from '#platform/web/ui/Dialog.tsx'
import { SelectField, TextField } from '#platform/web/ui/Field.tsx'
import { changeEmployee, findEmployees, getEmployee, getEmployees } from '../calls.ts'
import type { Employee, Field } from '../contract.ts'
import { TYPED_LENGTH, type Changeable } from '../rules.ts'

interface FieldDialogProps {
  employee: Employee
  field: Field & { falt: Changeable }
  onClose: () => void
}

/** Changes one field of an employee. */
export function FieldDialog({ employee, field, onClose }: FieldDialogProps) {
  const { anstid, namn, omraden, befattningar } = employee
  const { falt, etikett } = field
  const fore = falt === 'manager' ? field.nyckel : field.varde
  // An import may have given several areas. They can be kept together; otherwise the employee gets one.
  const several = fore?.includes(',') ? fore : null
  const [typed, setTyped] = useState(fore ?? '')
  const save = useSend(changeEmployee, {
    once: true,
    reloads: [getEmployee, getEmployees],
    said: () => `Ändrat: ${etikett}`,
    // Closed only after the reload, so that the dialog opens next with the current value.
    onReloaded: onClose,
  })
  const wrong = save.error?.modelState?.['varde']?.[0]
  const submit = () => save.submit({ anstid, falt, varde: typed.trim() || null, fore })
  return (
    <Dialog
      cancel
      title={`${etikett} för ${namn}`}
      onClose={onClose}
      actions={
        <Button kind="primary" busy={save.busy} onClick={submit}>
          {save.busy ? 'Sparar..' : 'Spara'}
        </Button>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        {falt === 'IntraCompanyArea' ? (
          <SelectField
            label={etikett}
            value={typed}
            error={wrong}
            placeholder="Inget område"
            onChange={({ target }) => setTyped(target.value)}
            options={(several ? [several, ...omraden] : omraden).map((area) => ({ value: area, label: area }))}
          />
        ) : falt === 'manager' ? (
          <NumberField
            label={etikett}
            call={findEmployees}
            emptyText="Ingen anställd heter så"
            hint="Tomt fält tar bort chefen."
            first={[field.varde, fore].filter(Boolean).join(', ')}
            error={wrong}
            onChange={setTyped}
          />
        ) : (
          <>
            <TextField
              label={etikett}
              hint="Skriv kommatecken mellan flera."
              value={typed}
              error={wrong}
              maxLength={TYPED_LENGTH}
              list="befattningar"
              onChange={({ target }) => setTyped(target.value)}
            />
            <datalist id="befattningar">
              {befattningar.map((each) => (
                <option key={each}>{each}</option>
              ))}
            </datalist>
          </>
        )}
      </form>
      {save.error && !wrong && <SaveError error={save.error} />}
    </Dialog>
  )
}
