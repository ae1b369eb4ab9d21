import type { ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'
import styles from './FilterForm.module.css'

interface FilterFormProps {
  /** The fields, each with a name. */
  children: ReactNode
  /** Whether a filter is set that can be cleared. */
  chosen: boolean
  /** Called with the fields that are not empty, as parameters of the address. */
  onFilter: (query: Record<string, string>) => void
}

/** The filters of a list of the office; the caller stores them in the address. */
export function FilterForm({ children, chosen, onFilter }: FilterFormProps) {
  return (
    <search>
      <form
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
            <Button kind="quiet" onClick={() => onFilter({})}>
              Rensa
            </Button>
          )}
        </div>
      </form>
    </search>
  )
}

function typedIn(form: HTMLFormElement): Record<string, string> {
  const typed = [...new FormData(form)].map(([name, value]) => [name, typeof value === 'string' ? value.trim() : ''])
  return Object.fromEntries(typed.filter(([, value]) => value !== ''))
}
