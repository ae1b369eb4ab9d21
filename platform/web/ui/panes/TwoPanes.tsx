import { type ReactNode, useRef } from 'react'
import { useNavigate } from 'react-router'
import { Notice } from '../Notice.tsx'
import { useWide } from '../use-media.ts'
import { type Line, Lines, Pane, Panes } from './Panes.tsx'
import styles from './Panes.module.css'
import { Rows } from './Rows.tsx'
import { useChosen } from './use-chosen.ts'
import { useFocusOf } from './use-focus-of.ts'

interface TwoPanesProps<Row> {
  /** The list's name. */
  label: string
  /** All rows that are loaded. The address may name any of them. */
  all: readonly Row[]
  /** The rows that are shown. */
  rows: readonly Row[]
  line: (row: Row) => Line
  /** The list while nothing is open beside it. */
  list: ReactNode
  /** The open item's heading, and `pane` its content. */
  title: (row: Row) => string
  pane: (row: Row) => ReactNode
  /** The open item on a phone. */
  dialog: (row: Row, close: () => void) => ReactNode
  /** Another name of the parameter in the address, if a screen has two lists. */
  name?: string
}

/** From 992 px a row opens beside its list. On a phone the same address opens a dialog over it. */
export function TwoPanes<Row>(props: TwoPanesProps<Row>) {
  const { label, all, rows, line, list, title, pane, dialog, name } = props
  const wide = useWide()
  const navigate = useNavigate()
  const { chosen, to } = useChosen(name)
  const here = useRef<HTMLDivElement>(null)
  useFocusOf(here, chosen)
  const open = chosen === null ? undefined : all.find((row) => line(row).id === chosen)
  const closed = to(null)
  return (
    <div ref={here} className={styles['two']}>
      {chosen !== null && !open && (
        <Notice kind="info">
          Det som länken leder till finns inte längre i listan, eller är äldre än det som är hämtat.
        </Notice>
      )}
      <Rows>
        {wide && open ? (
          <Panes list={<Lines label={label} lines={rows.map(line)} chosen={line(open).id} to={to} />}>
            <Pane key={chosen} title={title(open)} closed={closed}>
              {pane(open)}
            </Pane>
          </Panes>
        ) : (
          list
        )}
      </Rows>
      {!wide && open && dialog(open, () => void navigate(closed, { replace: true }))}
    </div>
  )
}
