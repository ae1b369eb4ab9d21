import { Checkbox } from '#platform/web/ui/Checkbox.tsx'
import { RowLink, Rows } from '#platform/web/ui/panes/Rows.tsx'
import { VisuallyHidden } from '#platform/web/ui/VisuallyHidden.tsx'
import { Icon } from '#platform/web/ui/Icon.tsx'
import { warningIcon } from '#platform/web/ui/icons.ts'
import type { CaseRow } from '../contract.ts'
import { MOST_AT_ONCE } from '../rules.ts'
import { ClockMark } from './ClockMark.tsx'
import { initialsOf, lengthOf } from './clock-words.ts'
import styles from './Queue.module.css'
import { StatePill } from './StatePill.tsx'
import type { Choice } from './use-choice.ts'

interface QueueListProps {
  label: string
  rows: readonly CaseRow[]
  open: string | null
  to: (number: string) => string
  /** Whether these are the rows of the list before, because this one has not come yet. None of them can be chosen. */
  passing?: boolean
  /** What the queue's mark is called: 'Får ej köras'. */
  marking: string
  /** The cases chosen for a common change; absent where none can be chosen. */
  chosen?: ReadonlySet<string>
  onChoose?: (number: string, range: boolean) => void
  /** Chooses the whole list, or nothing again. */
  all?: Choice | undefined
}

/** Cases as list items of two lines. */
export function QueueList({ label, rows, open, to, passing = false, marking, chosen, onChoose, all }: QueueListProps) {
  return (
    <Rows>
      {all && <ChooseAll choice={all} rows={rows} />}
      <ul className={styles['lines']} aria-label={label} aria-busy={passing}>
        {rows.map((row) => (
          <li key={row.number} className={styles['line']} data-open={row.number === open || undefined}>
            {onChoose &&
              (row.becomes.length > 0 ? (
                <label className={styles['choose']}>
                  <Checkbox
                    disabled={passing}
                    checked={chosen?.has(row.number) ?? false}
                    onChange={() => undefined}
                    onClick={({ shiftKey }) => onChoose(row.number, shiftKey)}
                  />
                  <VisuallyHidden>Välj {row.number}</VisuallyHidden>
                </label>
              ) : (
                // Aligns the words of all lines.
                <span className={styles['choose']} />
              ))}
            <div className={styles['words']}>
              <div className={styles['row']}>
                <RowLink
                  covers
                  id={row.number}
                  to={to(row.number)}
                  className={styles['title']}
                  aria-current={row.number === open ? 'true' : undefined}
                >
                  {(row.replied || row.unread) && (
                    <span className={styles['dot']}>
                      <VisuallyHidden>{row.unread ? 'Oläst. ' : 'Nytt svar. '}</VisuallyHidden>
                    </span>
                  )}
                  <span className={styles['number']}>{row.number}</span> {row.title}
                  {row.merged > 1 && ` (${row.merged})`}
                </RowLink>
                <StatePill state={row.state} />
              </div>
              <div className={styles['row']}>
                <span className={styles['facts']}>
                  {row.marked && (
                    <b className={styles['marked']}>
                      <Icon path={warningIcon} size={16} />
                      {marking}
                    </b>
                  )}
                  {factsOf(row)}
                </span>
                {row.clock && <ClockMark clock={row.clock} />}
                {row.owner && (
                  <span className={styles['initials']} title={row.owner.name}>
                    <span aria-hidden="true">{initialsOf(row.owner.name)}</span>
                    <VisuallyHidden>{row.owner.name}</VisuallyHidden>
                  </span>
                )}
              </div>
            </div>
          </li>
        ))}
      </ul>
    </Rows>
  )
}

function ChooseAll({ choice: { numbers, clear, all }, rows }: { choice: Choice; rows: readonly CaseRow[] }) {
  // Checked at once, so that a tap can be seen and a second one takes it back.
  const every = all.busy || rows.every(({ number, becomes }) => becomes.length === 0 || numbers.includes(number))
  const some = numbers.length > 0 && !every
  return (
    <label className={styles['all']}>
      <Checkbox
        ref={(box) => {
          if (box) box.indeterminate = some
        }}
        checked={every}
        aria-busy={all.busy || undefined}
        onChange={() => {
          if (every) clear()
          else all.run()
        }}
      />
      {`Välj alla i listan (högst ${MOST_AT_ONCE})`}
    </label>
  )
}

/** The subject first, since the end may be cut off: 'Buss 2115 · 3 dygn · Drar åt höger'. */
function factsOf({ facts: [about, ...rest], age }: CaseRow): string {
  return [about, lengthOf(age), ...rest].filter(Boolean).join(' · ')
}
