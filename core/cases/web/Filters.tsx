import { useLayoutEffect, useRef } from 'react'
import { controlClass, Select } from '#platform/web/ui/Field.tsx'
import { VisuallyHidden } from '#platform/web/ui/VisuallyHidden.tsx'
import type { CaseQuery } from '../contract.ts'
import styles from './Queue.module.css'

interface FiltersProps {
  query: CaseQuery
  states: readonly string[]
  onFilter: (query: CaseQuery) => void
  /** The hint of the search field: what can be searched for in this queue. */
  sought: string
}

/** The search and the filters of a queue. */
export function Filters({ query, states, onFilter, sought }: FiltersProps) {
  const field = useRef<HTMLInputElement>(null)
  const searched = query.sok ?? query.om ?? ''
  // The field follows the address, as after Back, without being mounted anew: who searches again and again keeps the focus.
  useLayoutEffect(() => {
    if (field.current) field.current.value = searched
  }, [searched])
  return (
    <search className={styles['filters']}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          const sok = new FormData(event.currentTarget).get('sok')
          onFilter({ sok: (typeof sok === 'string' && sok.trim()) || undefined })
        }}
      >
        <label>
          <VisuallyHidden>Sök på nummer, vad det gäller eller ord ur texten</VisuallyHidden>
          <input
            ref={field}
            className={controlClass}
            id="sok"
            name="sok"
            type="search"
            autoComplete="off"
            enterKeyHint="search"
            placeholder={sought}
            maxLength={100}
            defaultValue={searched}
          />
        </label>
      </form>
      <div>
        <Select
          aria-label="Visa status"
          placeholder="Alla statusar"
          value={query.status ?? ''}
          options={states.map((state) => ({ value: state, label: state }))}
          // A state applies to all cases, also to ended ones, unless a view is named: the open ones are also shown without a name.
          onChange={({ target }) =>
            onFilter({ vy: query.vy === 'oppna' ? undefined : query.vy, status: target.value || undefined })
          }
        />
      </div>
    </search>
  )
}
