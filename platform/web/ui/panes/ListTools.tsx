import { type ReactNode, useEffect, useRef, useState } from 'react'
import { announce, counted, useAnnounced } from '../announce.ts'
import { Button } from '../Button.tsx'
import { EmptyState } from '../EmptyState.tsx'
import { searchIcon } from '../icons.ts'
import { focusHeading } from '../page-focus.ts'
import { SelectField, TextField } from '../Field.tsx'
import { arranged, longList, type Sort } from './arranged.ts'
import styles from './ListTools.module.css'

interface ListToolsProps<Row> {
  of: readonly Row[]
  /** The text of a row that is searched. */
  words: (row: Row) => string
  /** The first one is the order of `of`. */
  sorts: readonly [Sort<Row>, ...Sort<Row>[]]
  /** The property to choose by, such as a state. */
  filter?: { readonly label: string; readonly of: (row: Row) => string }
  /** Whether the server has more rows. The tools then say how many rows they look through. */
  more?: boolean
  /** Fetches more rows, for a search without hits, if the list has no other button for it. */
  fetchMore?: () => void
  children: (rows: readonly Row[]) => ReactNode
}

/** A search field, an order and a choice for a list that is long or may become long. A short list is shown as it is. */
export function ListTools<Row>({ of, words, sorts, filter, more = false, fetchMore, children }: ListToolsProps<Row>) {
  const [sought, setSought] = useState('')
  const [sort, setSort] = useState(0)
  const [only, setOnly] = useState('')
  const long = of.length > longList || more
  const rows = long ? arranged(of, { sought, words, only, kind: filter?.of, sort: sorts[sort] ?? sorts[0] }) : of
  const narrowed = long && (sought.trim() !== '' || only !== '')
  const scope = more ? ` bland de ${of.length} som är hämtade` : ''
  const found = `${counted(rows.length, 'Inga träffar', 'En träff', 'träffar')}${scope}`
  useAnnounced(narrowed ? found : undefined, true)
  // The buttons below a search without hits disappear when they have been used, maybe only when rows have come. The search field would open
  // the phone's keyboard over the list.
  const pressed = useRef(false)
  useEffect(() => {
    if (!pressed.current) return
    focusHeading()
    pressed.current = rows.length === 0 && more
  })
  if (!long) return children(of)
  // With the chosen one, which no row may have any longer.
  const kinds =
    filter &&
    [...new Set([...of.map(filter.of), ...(only === '' ? [] : [only])])].toSorted((a, b) => a.localeCompare(b, 'sv'))
  return (
    <div className={styles['whole']}>
      <search className={styles['tools']} aria-label="I listan">
        <TextField
          label="Sök i listan"
          type="search"
          enterKeyHint="search"
          value={sought}
          onChange={({ target }) => setSought(target.value)}
        />
        {filter && kinds && (
          <SelectField
            label={filter.label}
            placeholder="Alla"
            value={only}
            options={kinds.map((kind) => ({ value: kind, label: kind }))}
            onChange={({ target }) => setOnly(target.value)}
          />
        )}
        <SelectField
          label="Sortera"
          value={String(sort)}
          options={sorts.map(({ label }, at) => ({ value: String(at), label }))}
          onChange={({ target }) => setSort(Number(target.value))}
        />
      </search>
      {(narrowed || sort > 0) && (narrowed || more) && (
        <p className={styles['scope']}>{narrowed ? found : `Sorterat${scope}`}</p>
      )}
      {rows.length > 0 ? (
        children(rows)
      ) : (
        <EmptyState icon={searchIcon} title={`Inga träffar${scope}`}>
          <div className={styles['ways']}>
            {more && fetchMore && (
              <Button
                onClick={() => {
                  pressed.current = true
                  fetchMore()
                }}
              >
                Sök även bland äldre
              </Button>
            )}
            <Button
              onClick={() => {
                pressed.current = true
                setSought('')
                setOnly('')
                announce('Hela listan visas.')
              }}
            >
              Visa hela listan
            </Button>
          </div>
        </EmptyState>
      )}
    </div>
  )
}
