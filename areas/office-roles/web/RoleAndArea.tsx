import { SelectField } from '#platform/web/ui/Field.tsx'
import type { Choices } from '../contract.ts'

interface RoleAndAreaProps {
  /** The roles that may be chosen. */
  roles: Choices['roller']
  areas: Choices['omraden']
  value: { readonly roll: string; readonly omrade: string }
  /** The text below the list of roles. */
  hint: string | undefined
  onChange: (field: 'roll' | 'omrade', value: string) => void
  /** The server's message about a field. */
  wrong: (field: string) => string | undefined
}

/** The fields for a role and for the part of the company in which it counts. */
export function RoleAndArea({ roles, areas, value, hint, onChange, wrong }: RoleAndAreaProps) {
  return (
    <>
      <SelectField
        label="Roll"
        required
        placeholder="Välj roll"
        options={roles.map(({ roll, namn }) => ({ value: roll, label: namn }))}
        value={value.roll}
        onChange={(event) => onChange('roll', event.target.value)}
        hint={hint}
        error={wrong('roll')}
      />
      <SelectField
        label="Område"
        placeholder="Hela bolaget"
        options={areas.map((area) => ({ value: area, label: area }))}
        value={value.omrade}
        onChange={(event) => onChange('omrade', event.target.value)}
        error={wrong('omrade')}
      />
    </>
  )
}
