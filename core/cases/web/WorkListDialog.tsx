import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { ApiError } from '#platform/web/wire/api-error.ts'
import { send } from '#platform/web/wire/client.ts'
import { useSubject } from '#platform/web/who/session.ts'
import { announce } from '#platform/web/ui/announce.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { Dialog } from '#platform/web/ui/Dialog.tsx'
import { SelectField } from '#platform/web/ui/Field.tsx'
import { Notice } from '#platform/web/ui/Notice.tsx'
import { hasMouse } from '#platform/web/ui/has-mouse.ts'
import { useWhileHere } from '#platform/web/office/use-while-here.ts'
import type { CaseCalls } from '../calls.ts'
import type { Picked } from '../contract.ts'
import { keepWorkList } from './kept-work-list.ts'
import { piecesOf } from './save-table.ts'
import styles from './WorkList.module.css'

interface WorkListDialogProps {
  calls: CaseCalls
  query: Picked
  title: string
  /** The chosen cases; if there are none, the whole view is printed. */
  chosen: readonly string[]
  onClose: () => void
}

/** The column by which the list is sorted; empty cells are last. */
const orders = [
  { label: 'Det som brådskar först', head: 'Senast' },
  { label: 'Efter fordon eller plats', head: 'Gäller' },
  { label: 'Efter när de kom in', head: 'Inkom' },
] as const

const swedish = new Intl.Collator('sv', { numeric: true })

const after = (a: string, b: string) => Number(a === '') - Number(b === '') || swedish.compare(a, b)

/** The rows of the table, in the chosen order. */
function ordered([heads = [], ...rows]: readonly (readonly string[])[], head: string): (readonly string[])[] {
  const by = heads.indexOf(head)
  const of = (row: readonly string[]) => row[by] ?? ''
  return [heads, ...rows.toSorted((a, b) => after(of(a), of(b)))]
}

const labels = { keep: 'Ta med på enheten', print: 'Skriv ut' } as const

type Way = keyof typeof labels

/** The likelier one last, where the thumb and the eye expect it: a phone rarely has a printer. */
const ways = (): readonly Way[] => (hasMouse() ? ['keep', 'print'] : ['print', 'keep'])

/** Prints a work list, or keeps it on the device. It has the chosen cases, or a whole view and not only the shown page. */
export function WorkListDialog({ calls, query, title, chosen, onClose }: WorkListDialogProps) {
  const [head, setHead] = useState<string>(orders[0].head)
  const subject = useSubject()
  const [busy, setBusy] = useState<Way | null>(null)
  const [failed, setFailed] = useState<string | null>(null)
  const [printed, setPrinted] = useState<readonly (readonly string[])[] | null>(null)
  useEffect(() => {
    if (!printed) return
    print()
    onClose()
    // oxlint-disable-next-line react/exhaustive-deps -- once for each work list
  }, [printed])
  const close = useWhileHere(onClose)
  const fetchLines = async () => {
    const which = { ...query, ...(chosen.length > 0 && { valda: chosen.join(',') }) }
    const pieces = await piecesOf((efter) => send(calls.cells, { query: { ...which, efter } }))
    return ordered(
      pieces.flatMap((piece) => piece.rows),
      head,
    )
  }
  const keep = async ([heads = [], ...rows]: readonly (readonly string[])[]) => {
    try {
      await keepWorkList(subject, { kind: calls.kind, title, heads, rows, done: [] })
    } catch {
      return setFailed('Enheten kunde inte spara listan.')
    }
    announce('Arbetslistan finns på enheten')
    return close()
  }
  const make = async (way: Way) => {
    setBusy(way)
    setFailed(null)
    try {
      const lines = await fetchLines()
      if (way === 'print') setPrinted(lines)
      else await keep(lines)
    } catch (error) {
      const words = error instanceof ApiError && error.status === 409 ? error.errorMessage : null
      setFailed(words ?? 'Listan kunde inte hämtas. Försök igen.')
    } finally {
      setBusy(null)
    }
  }
  return (
    <>
      <Dialog
        title="Arbetslista"
        onClose={onClose}
        actions={ways().map((way, at) => (
          <Button
            key={way}
            kind={at === 0 ? 'secondary' : 'primary'}
            busy={busy === way}
            disabled={busy !== null && busy !== way}
            onClick={() => void make(way)}
          >
            {busy === way ? 'Hämtar..' : labels[way]}
          </Button>
        ))}
      >
        <p className={styles['which']}>
          {chosen.length > 0 ? `De valda ärendena (${chosen.length}).` : 'Alla ärenden i vyn.'}
        </p>
        <SelectField
          label="Ordning"
          value={head}
          options={orders.map((each) => ({ value: each.head, label: each.label }))}
          onChange={({ target }) => setHead(target.value)}
        />
        <p className={styles['hint']}>
          Listan som tas med går att läsa och bocka av utan täckning. Den ersätter den förra och försvinner när du
          loggar ut.
        </p>
        {failed !== null && <Notice kind="error">{failed}</Notice>}
      </Dialog>
      {printed && createPortal(<PrintedList title={title} lines={printed} />, document.body)}
    </>
  )
}

function PrintedList({
  title,
  lines: [heads = [], ...rows],
}: {
  title: string
  lines: readonly (readonly string[])[]
}) {
  return (
    <section className={styles['printed']} aria-label="Arbetslista">
      <h1>
        {title}, {rows.length === 1 ? '1 ärende' : `${rows.length} ärenden`}
      </h1>
      <table>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
            <th scope="col">Gjort</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row[0]}>
              {row.map((cell, at) => (
                <td key={heads[at]}>{cell}</td>
              ))}
              <td aria-label="Att bocka av">☐</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
