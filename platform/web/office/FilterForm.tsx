import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { DateField } from '../ui/DateField.tsx'
import styles from './FilterForm.module.css'

interface FilterFormProps {
  /** The fields, each with a name, and what the address says as its default value. */
  children: ReactNode
  /** The filters of the address, by the names of their fields. */
  named: Readonly<Record<string, string>>
  /** Called with the fields that are not empty, as parameters of the address. */
  onFilter: (query: Record<string, string>) => void
}

/** The filters of a list of the office; the caller stores them in the address. */
export function FilterForm({ children, named, onFilter }: FilterFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const shown = useRef(named)
  // The fields follow the address, as after Back, without being mounted anew: who searches again and again keeps the focus.
  useLayoutEffect(() => {
    if (JSON.stringify(shown.current) === JSON.stringify(named)) return
    shown.current = named
    for (const field of form.current?.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[name]') ?? []) {
      field.value = named[field.name] ?? ''
    }
  }, [named])
  const chosen = Object.keys(named).length > 0
  return (
    <search>
      <form
        ref={form}
        className={styles['filters']}
        onSubmit={(event) => {
          event.preventDefault()
          onFilter(typedIn(event.currentTarget))
        }}
      >
        {children}
        <div className={styles['buttons']}>
          <Button kind="primary" type="submit">
            Visa
          </Button>
          {chosen && (
            <Button
              kind="quiet"
              onClick={() => {
                // This button disappears.
                form.current?.querySelector<HTMLElement>('[type=submit]')?.focus()
                onFilter({})
              }}
            >
              Rensa
            </Button>
          )}
        </div>
      </form>
    </search>
  )
}

/** The filters that an address names, by the names of their fields. */
export const namedIn = (search: URLSearchParams, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.flatMap((name) => (search.get(name) ? [[name, search.get(name) as string]] : [])))

/** A date of a FilterForm. */
export function DateFilter({ label, name, named }: { label: string; name: string; named: FilterFormProps['named'] }) {
  const address = JSON.stringify(named)
  const [followed, setFollowed] = useState(address)
  const [typed, setTyped] = useState(named[name] ?? '')
  if (followed !== address) {
    setFollowed(address)
    setTyped(named[name] ?? '')
  }
  return <DateField label={label} name={name} value={typed} onChange={setTyped} />
}

function typedIn(form: HTMLFormElement): Record<string, string> {
  const typed = [...new FormData(form)].map(([name, value]) => [name, typeof value === 'string' ? value.trim() : ''])
  return Object.fromEntries(typed.filter(([, value]) => value !== ''))
}
