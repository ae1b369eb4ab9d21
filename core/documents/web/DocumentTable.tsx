import { Fragment, type ReactNode, useId, useState } from 'react'
import { extensionOf } from '../rules.ts'
import { saveFile } from './download.ts'
import type { CallResult } from '#platform/web/calls/query.ts'
import { useFileFetch } from '#platform/web/calls/use-file-fetch.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { documentIcon, downloadIcon } from '#platform/web/ui/icons-more.ts'
import { Loaded } from '#platform/web/calls/Loaded.tsx'
import { RowLink } from '#platform/web/ui/panes/Rows.tsx'
import { Skeleton } from '#platform/web/ui/Skeleton.tsx'
import { useWide } from '#platform/web/ui/use-media.ts'
import styles from './DocumentTable.module.css'
import { DocumentView } from './DocumentView.tsx'
import { readableSize } from './readable-size.ts'
import { isPicture, showsPdf } from './viewable.ts'

export const documentsFailed = 'Hämta dokument misslyckades'
const fileFailed = 'Hämta dokumentfil misslyckades'

interface Row {
  readonly filename: string
  readonly size: number
  readonly date: string
}

interface DocumentTableProps<Document extends Row> {
  label: string
  load: CallResult<readonly Document[]>
  /** Identifies a row, and is the parameter of its download. */
  nameOf: (document: Document) => string
  /** The file in base64. */
  fetchFile: (document: Document) => Promise<string>
  /** Shown if there are none. */
  empty: string
  /** Puts the table among other things, such as a search field. Returns the whole; `tableOf` returns the table of some of them. */
  around?: (documents: readonly Document[], tableOf: (some: readonly Document[]) => ReactNode) => ReactNode
  /** The address where a document is read on a wide screen, beside the table; otherwise a dialog shows it. */
  readAt?: (document: Document) => string
}

/** Documents to read and save: the same at every width, since a name, a size and a button fit on a phone. */
export function DocumentTable<Document extends Row>(props: DocumentTableProps<Document>) {
  const { label, load, nameOf, fetchFile, empty, around, readAt } = props
  const tableOf = (documents: readonly Document[]) => (
    <table className={styles['table']} aria-label={label}>
      <tbody>
        {documents.map((document) => (
          <DocumentRow
            key={nameOf(document)}
            id={nameOf(document)}
            document={document}
            fetchFile={fetchFile}
            readAt={readAt?.(document)}
          />
        ))}
      </tbody>
    </table>
  )
  return (
    <Loaded of={load} skeleton={<Skeleton text="Laddar dokument.." shape="rows" lines={3} />}>
      {(documents) =>
        documents.length === 0 ? (
          <EmptyState icon={documentIcon} title={empty} />
        ) : (
          (around?.(documents, tableOf) ?? tableOf(documents))
        )
      }
    </Loaded>
  )
}

interface DocumentRowProps<Document extends Row> {
  id: string
  document: Document
  readAt: string | undefined
  fetchFile: (document: Document) => Promise<string>
}

function DocumentRow<Document extends Row>({ id, document, readAt, fetchFile }: DocumentRowProps<Document>) {
  const wide = useWide()
  const nameId = useId()
  const { busy, failed, bring } = useFileFetch(fileFailed)
  const [how, setHow] = useState<'open' | 'save'>('save')
  const [opened, setOpened] = useState<string | null>(null)
  const { filename, size, date } = document
  const opens = isPicture(filename) || (wide && extensionOf(filename) === 'pdf' && showsPdf())

  function fetchTo(next: 'open' | 'save') {
    if (busy) return
    setHow(next)
    void bring(async () => {
      const file = await fetchFile(document)
      if (next === 'open') setOpened(file)
      else saveFile(filename, file)
    })
  }

  return (
    <tr>
      <th scope="row" className={styles['what']}>
        {readAt !== undefined && wide ? (
          <RowLink id={id} to={readAt} className={styles['open']}>
            <span id={nameId}>
              <FileName name={filename} />
            </span>
          </RowLink>
        ) : opens ? (
          <button
            type="button"
            id={nameId}
            className={styles['open']}
            aria-haspopup="dialog"
            aria-busy={(busy && how === 'open') || undefined}
            onClick={() => fetchTo('open')}
          >
            <FileName name={filename} />
          </button>
        ) : (
          <span id={nameId} className={styles['name']}>
            <FileName name={filename} />
          </span>
        )}
        <span className={styles['facts']}>
          {extensionOf(filename).toUpperCase()} · {readableSize(size)} · <time dateTime={date}>{date}</time>
        </span>
        {failed && (
          <span className={styles['failed']} role="alert">
            Ett fel inträffade
          </span>
        )}
        {opened !== null && <DocumentView fileName={filename} base64={opened} onClose={() => setOpened(null)} />}
      </th>
      <td className={styles['does']}>
        <Button
          icon={downloadIcon}
          busy={busy && how === 'save'}
          aria-describedby={nameId}
          onClick={() => fetchTo('save')}
        >
          Ladda ned
        </Button>
      </td>
    </tr>
  )
}

/** A long name wraps before its extension or after an underscore, not within a word. */
function FileName({ name }: { name: string }) {
  return name.split(/(?<=_)|(?=\.[^.]*$)/).map((part, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- the parts of one name never move
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
