import { SelectField } from '#platform/web/ui/Field.tsx'
import type { Handler } from '../contract.ts'

/** The value that means nobody. */
export const nobody = 'ingen'

interface HandlerFieldProps {
  handlers: readonly Handler[]
  value: string
  onChange: (value: string) => void
}

/** The choice of who handles a case, or several. */
export function HandlerField({ handlers, value, onChange }: HandlerFieldProps) {
  return (
    <SelectField
      label="Handläggare"
      placeholder="Välj handläggare"
      value={value}
      options={[...handlers.map(({ id, name }) => ({ value: id, label: name })), { value: nobody, label: 'Ingen' }]}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
