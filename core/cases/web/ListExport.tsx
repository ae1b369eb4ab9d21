import { useState } from 'react'
import { ApiError } from '#platform/web/wire/api-error.ts'
import { send } from '#platform/web/wire/client.ts'
import { announce } from '#platform/web/ui/announce.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { Notice } from '#platform/web/ui/Notice.tsx'
import type { CaseCalls } from '../calls.ts'
import type { CaseQuery } from '../contract.ts'
import styles from './Queue.module.css'
import { piecesOf, saveFile, saveTable } from './save-table.ts'
import { WorkListDialog } from './WorkListDialog.tsx'

type Format = 'CSV' | 'Excel'

interface ListExportProps {
  calls: CaseCalls
  query: CaseQuery
  title: string
  /** The numbers of the chosen cases. If there are any, a work list has only them. */
  chosen: readonly string[]
}

/** Exports the list as a file for a spreadsheet, on paper, or to the device. */
export function ListExport({ calls, query, title, chosen }: ListExportProps) {
  const [lists, setLists] = useState(false)
  const [busy, setBusy] = useState<Format | null>(null)
  const [failed, setFailed] = useState<string | null>(null)
  const { sida: _page, ...picked } = query
  const make: Readonly<Record<Format, () => Promise<void>>> = {
    CSV: () => saveTable(calls.kind, (efter) => send(calls.table, { query: { ...picked, efter } })),
    Excel: async () => {
      // The library is loaded after the first piece, because the server refuses a list that is too long for a workbook.
      const first = await send(calls.cells, { query: picked })
      const { workbookOf } = await import('./workbook.ts')
      const pieces = await piecesOf(async (efter) =>
        efter === undefined ? first : send(calls.cells, { query: { ...picked, efter } }),
      )
      saveFile(
        `${calls.kind}.xlsx`,
        await workbookOf(
          title,
          pieces.flatMap(({ rows }) => rows),
        ),
      )
    },
  }
  const save = async (format: Format) => {
    setBusy(format)
    setFailed(null)
    try {
      await make[format]()
      announce('Listan är sparad')
    } catch (error) {
      const words = error instanceof ApiError && error.status === 409 ? error.errorMessage : null
      setFailed(words ?? 'Listan kunde inte hämtas. Försök igen.')
    } finally {
      setBusy(null)
    }
  }
  return (
    <>
      <div className={styles['ways']}>
        {(['CSV', 'Excel'] as const).map((format) => (
          <Button
            key={format}
            kind="quiet"
            busy={busy === format}
            disabled={busy !== null && busy !== format}
            onClick={() => void save(format)}
          >
            {busy === format ? 'Hämtar..' : `Hämta ${format}`}
          </Button>
        ))}
        <Button kind="quiet" onClick={() => setLists(true)}>
          Arbetslista
        </Button>
      </div>
      {lists && (
        <WorkListDialog calls={calls} query={picked} title={title} chosen={chosen} onClose={() => setLists(false)} />
      )}
      {failed !== null && <Notice kind="error">{failed}</Notice>}
    </>
  )
}
