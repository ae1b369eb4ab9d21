import { useState } from 'react'
import type { Call } from '#platform/contract/call.ts'
import { soughtIn } from '#platform/contract/sought.ts'
import { SaveError } from '#platform/web/calls/forms/SaveError.tsx'
import { useCall } from '#platform/web/calls/query.ts'
import { useFailure } from '#platform/web/calls/use-failure.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { Combobox } from '#platform/web/ui/Combobox.tsx'
import { passFocus } from '#platform/web/ui/page-focus.ts'
import type { Person, PersonQuery } from '../persons.ts'

interface PersonFieldProps {
  label: string
  /** The call that finds the employees who may be chosen. */
  call: Call<Person[], PersonQuery>
  /** Shown if the call finds nobody. */
  emptyText: string
  hint?: string
  error?: string | undefined
  required?: boolean
  typed: string
  onChange: (typed: string, chosen: Person | null) => void
}

/** The choice of an employee by name or number. The text stays even if it names nobody. */
export function PersonField({ label, call, emptyText, hint, error, required, typed, onChange }: PersonFieldProps) {
  // The label of a chosen employee is not searched for, so that the list stays as it was.
  const [sok, setSok] = useState('')
  const load = useCall(call, { sok }, { enabled: sok !== '', keepPrevious: true })
  const { data = [], isFetching } = load
  const failure = useFailure(load)
  const nobody = isFetching ? 'Söker..' : failure ? '' : emptyText
  return (
    <>
      <Combobox
        label={label}
        hint={hint}
        error={error}
        required={required}
        placeholder="Namn eller nummer"
        value={typed}
        options={data.map((person) => ({ value: person.id, label: labelOf(person) }))}
        emptyText={sok === '' ? 'Skriv början på ett namn eller nummer' : nobody}
        onChange={(text, option) => {
          const chosen = data.find(({ id }) => id === option?.value) ?? null
          if (!chosen) setSok(nameIn(text))
          onChange(text, chosen)
        }}
      />
      {failure && (
        <SaveError
          error={failure.error}
          title="Personerna kunde inte hämtas"
          action={
            <Button ref={passFocus} busy={failure.busy} onClick={failure.onRetry}>
              Försök igen
            </Button>
          }
        />
      )}
    </>
  )
}

/** The same for a form that sends a number: the chosen employee's, or the typed text. */
export function NumberField({ first = '', onChange, ...rest }: NumberFieldProps) {
  const [typed, setTyped] = useState(first)
  return (
    <PersonField
      {...rest}
      typed={typed}
      onChange={(text, person) => {
        setTyped(text)
        onChange(person?.number ?? text.trim())
      }}
    />
  )
}

interface NumberFieldProps extends Omit<PersonFieldProps, 'typed' | 'onChange'> {
  /** The text to begin with. */
  first?: string
  onChange: (number: string) => void
}

/** No name begins with more characters than these. */
const MOST_SOUGHT = 50

/** The text to search for: of an edited label the name, which finds its employee again. Not cut within a character, which would be refused. */
const nameIn = (text: string) =>
  Array.from(soughtIn(isTurned(text) ? text : (text.split(',', 1)[0] ?? '')))
    .slice(0, MOST_SOUGHT)
    .join('')

/** Whether it is a name with the last name first, as in a list: 'Ek, Eva'. In a label a number follows the comma. */
const isTurned = (text: string) => /^[^,]*,[^,\d]*$/.test(text)

const labelOf = ({ name, number, area }: Person) => [name, number, area].filter(Boolean).join(', ')
