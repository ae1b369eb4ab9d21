import { type ReactNode, useRef } from 'react'
import { classes } from './class-names.ts'
import styles from './DataView.module.css'
import { Icon } from './Icon.tsx'
import { chevronRightIcon } from './icons.ts'
import { usePrinting } from './use-printing.ts'
import { useRoom } from './use-room.ts'
import { VisuallyHidden } from './VisuallyHidden.tsx'

export interface Column<Row> {
  /** The column's heading, and the label of its value on a card. */
  readonly head: string
  readonly cell: (row: Row) => ReactNode
  /** Right-aligned, for numbers. */
  readonly numeric?: boolean
  /** Never wrapped: times, dates. */
  readonly tight?: boolean
  /** Whether a card leaves the value out. */
  readonly hideOnCard?: (row: Row) => boolean
}

interface DataViewProps<Row> {
  /** The list's name for screen readers. */
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
  /** The inside of a card; without it, each column's heading and value. */
  card?: (row: Row) => ReactNode
  /** Called when a row or a card is opened. Without it nothing opens. */
  onOpen?: (row: Row) => void
  /** Called when a card is opened, if a column of the table has a link instead. */
  onOpenCard?: (row: Row) => void
  /**
   * The id of the text that says why nothing can be opened at the moment. The buttons stay, so that keyboard users find them and the
   * reason.
   */
  inactive?: string | undefined
  /** The name of the button that opens a row: 'Återrapportera 04:42 Linje 4'. */
  openLabel?: (row: Row) => string
  empty: ReactNode
  /** A last line under the last column: 'Summa'. */
  total?: { readonly label: string; readonly value: ReactNode }
  /** The width in rem from which the list is a table. Set it higher for a table with many columns. */
  tableFrom?: number
}

/** The same rows as a table if there is room for it and on paper, and as cards on a phone or in a narrow pane. */
export function DataView<Row>(props: DataViewProps<Row>) {
  return props.rows.length === 0 ? props.empty : <Rows {...props} />
}

const TABLE_FROM_REM = 44

function Rows<Row>(props: DataViewProps<Row>) {
  const { tableFrom = TABLE_FROM_REM, onOpen, onOpenCard = onOpen } = props
  const place = useRef<HTMLDivElement>(null)
  const room = useRoom(place, tableFrom)
  // According to the specification, a list is cards below 992 px, however much room there is.
  const asTable = usePrinting() || room
  return <div ref={place}>{asTable ? <Table {...props} /> : <Cards {...props} onOpen={onOpenCard} />}</div>
}

function Table<Row>({ label, columns, rows, rowKey, onOpen, inactive, openLabel, total }: DataViewProps<Row>) {
  const opens = inactive ? undefined : onOpen
  return (
    // A wide table scrolls in its own frame; focusable, so that a keyboard can scroll it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role -- see above
    <div className={styles['scroll']} role="group" aria-label={label} tabIndex={0}>
      <table className={styles['table']} aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.head} scope="col" className={column.numeric ? styles['numeric'] : undefined}>
                {column.head}
              </th>
            ))}
            {onOpen && (
              <th scope="col">
                <VisuallyHidden>Öppna</VisuallyHidden>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            // The row is a large target for the pointer; keyboards and screen readers use the button in it.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- see above
            <tr key={rowKey(row)} className={opens && styles['opens']} onClick={opens && (() => opens(row))}>
              {columns.map((column) => (
                <td
                  key={column.head}
                  className={classes(column.numeric && styles['numeric'], column.tight && styles['tight'])}
                >
                  {column.cell(row)}
                </td>
              ))}
              {onOpen && (
                <td className={styles['openCell']}>
                  <button
                    type="button"
                    className={styles['open']}
                    aria-label={openLabel?.(row) ?? 'Öppna'}
                    aria-disabled={inactive ? true : undefined}
                    aria-describedby={inactive}
                    onClick={(event) => {
                      event.stopPropagation()
                      opens?.(row)
                    }}
                  >
                    <Icon path={chevronRightIcon} size={20} />
                  </button>
                </td>
              )}
            </tr>
          ))}
        </tbody>
        {total && (
          <tfoot>
            <tr>
              <th scope="row" colSpan={columns.length - 1}>
                {total.label}
              </th>
              <td
                colSpan={onOpen && 2}
                className={classes(columns.at(-1)?.numeric && styles['numeric'], styles['tight'])}
              >
                {total.value}
              </td>
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  )
}

function Cards<Row>({ label, columns, rows, rowKey, card, onOpen, inactive, openLabel, total }: DataViewProps<Row>) {
  const opens = inactive ? undefined : onOpen
  return (
    <ul className={styles['cards']} aria-label={label}>
      {rows.map((row) => (
        <li
          key={rowKey(row)}
          className={classes(styles['card'], onOpen && styles['tappable'], opens && styles['opens'])}
        >
          {card ? card(row) : <Values columns={columns} row={row} />}
          {onOpen && <Icon path={chevronRightIcon} size={20} className={styles['go']} />}
          {onOpen && (
            <button
              type="button"
              className={styles['cover']}
              aria-label={openLabel?.(row) ?? 'Öppna'}
              aria-disabled={inactive ? true : undefined}
              aria-describedby={inactive}
              onClick={() => opens?.(row)}
            />
          )}
        </li>
      ))}
      {total && (
        <li className={classes(styles['card'], styles['total'])}>
          <span>{total.label}</span>
          <span>{total.value}</span>
        </li>
      )}
    </ul>
  )
}

function Values<Row>({ columns, row }: { columns: readonly Column<Row>[]; row: Row }) {
  return (
    <dl className={styles['values']}>
      {columns
        .filter((column) => !column.hideOnCard?.(row))
        .map((column) => (
          <div key={column.head} className={styles['value']}>
            <dt>{column.head}</dt>
            <dd>{column.cell(row)}</dd>
          </div>
        ))}
    </dl>
  )
}
