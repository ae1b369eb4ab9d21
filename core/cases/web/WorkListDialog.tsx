import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { ApiError } from '#platform/web/wire/api-error.ts'
import { send } from '#platform/web/wire/client.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { Dialog } from '#platform/web/ui/Dialog.tsx'
import { SelectField } from '#platform/web/ui/Field.tsx'
import { Notice } from '#platform/web/ui/Notice.tsx'
import type { CaseCalls } from '../calls.ts'
import type { Picked } from '../contract.ts'
import { piecesOf } from './save-table.ts'
import styles from './WorkList.module.css'

interface WorkListDialogProps {
  calls: CaseCalls
  query: Picked
  title: string
  /** Only these; all of the view if there are none. */
  chosen: readonly string[]
  onClose: () => void
}

/** By which head of the table it is ordered; what has nothing there comes last. */
const orders = [
  { label: 'Det som brådskar först', head: 'Senast' },
  { label: 'Efter fordon eller plats', head: 'Gäller' },
  { label: 'Efter när de kom in', head: 'Inkom' },
] as const

const swedish = new Intl.Collator('sv', { numeric: true })

const after = (a: string, b: string) => Number(a === '') - Number(b === '') || swedish.compare(a, b)

/** The rows below the heads, in the chosen order. */
function ordered([heads = [], ...rows]: readonly (readonly string[])[], head: string): (readonly string[])[] {
  const by = heads.indexOf(head)
  const of = (row: readonly string[]) => row[by] ?? ''
  return [heads, ...rows.toSorted((a, b) => after(of(a), of(b)))]
}

/** Prints all of a view, or what is chosen, as a list to work by: not only the page that is shown. */
export function WorkListDialog({ calls, query, title, chosen, onClose }: WorkListDialogProps) {
  const [head, setHead] = useState<string>(orders[0].head)
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<string | null>(null)
  const [paper, setPaper] = useState<readonly (readonly string[])[] | null>(null)
  useEffect(() => {
    if (!paper) return
    print()
    onClose()
    // oxlint-disable-next-line react/exhaustive-deps -- once for each paper
  }, [paper])
  const make = async () => {
    setBusy(true)
    setFailed(null)
    try {
      const pieces = await piecesOf((efter) => send(calls.cells, { query: { ...query, efter } }))
      const [heads = [], ...rows] = pieces.flatMap((piece) => piece.rows)
      const which = new Set(chosen)
      setPaper(ordered([heads, ...rows.filter(([number = '']) => which.size === 0 || which.has(number))], head))
    } catch (error) {
      const words = error instanceof ApiError && error.status === 409 ? error.errorMessage : null
      setFailed(words ?? 'Listan kunde inte hämtas. Försök igen.')
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Dialog
        title="Skriv ut arbetslista"
        onClose={onClose}
        actions={
          <Button kind="primary" busy={busy} onClick={() => void make()}>
            {busy ? 'Hämtar..' : 'Skriv ut'}
          </Button>
        }
      >
        <p>{chosen.length > 0 ? `De valda ärendena (${chosen.length}).` : 'Alla ärenden i vyn.'}</p>
        <SelectField
          label="Ordning"
          value={head}
          options={orders.map((each) => ({ value: each.head, label: each.label }))}
          onChange={({ target }) => setHead(target.value)}
        />
        {failed !== null && <Notice kind="error">{failed}</Notice>}
      </Dialog>
      {paper && createPortal(<Paper title={title} lines={paper} />, document.body)}
    </>
  )
}

function Paper({ title, lines: [heads = [], ...rows] }: { title: string; lines: readonly (readonly string[])[] }) {
  return (
    <section className={styles['paper']} aria-label="Arbetslista">
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
