import type { ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'
import styles from './FilterForm.module.css'

interface FilterFormProps {
  /** Named fields. */
  children: ReactNode
  /** Whether something is chosen that can be cleared. */
  chosen: boolean
  /** Is given the fields that have a text, as an address has them. */
  onFilter: (query: Record<string, string>) => void
}

/** What a list of the office is narrowed down by; the caller keeps it in the address. */
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
