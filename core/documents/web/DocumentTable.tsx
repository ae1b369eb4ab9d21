import type { ReactNode } from 'react'
import type { CallResult } from '#platform/web/calls/query.ts'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { documentIcon } from '#platform/web/ui/icons-more.ts'
import { Loaded } from '#platform/web/calls/Loaded.tsx'
import { Skeleton } from '#platform/web/ui/Skeleton.tsx'
import { DocumentRow } from './DocumentRow.tsx'
import styles from './DocumentRow.module.css'
import { documentsLoading, fileFailed } from './load-texts.ts'
import type { FetchedFile } from './fetched-file.ts'
import type { DocumentFile } from './ReadButton.tsx'

interface Row {
  readonly filename: string
  readonly size: number
  readonly date: string
}

interface DocumentTableProps<Document extends Row> extends Pick<DocumentFile, 'reloads'> {
  label: string
  load: CallResult<readonly Document[]>
  /** Identifies a row, and is the parameter of its download. */
  nameOf: (document: Document) => string
  fetchFile: (document: Document) => Promise<FetchedFile>
  /** Shown if there are none. */
  empty: string
  /** Puts the table beside other elements, such as a search field. `tableOf` returns the table of some of the documents. */
  around?: (documents: readonly Document[], tableOf: (some: readonly Document[]) => ReactNode) => ReactNode
  /** Wraps a document's title in a link, if the document opens beside the table. Otherwise the title opens a dialog. */
  link?: ((document: Document, title: ReactNode) => ReactNode) | undefined
}

/** Documents to read and save: the same at every width, since a title, its facts and an icon fit on a phone. */
export function DocumentTable<Document extends Row>(props: DocumentTableProps<Document>) {
  const { label, load, reloads, nameOf, fetchFile, empty, around, link } = props
  const tableOf = (documents: readonly Document[]) => (
    <table className={styles['table']} aria-label={label}>
      <tbody>
        {documents.map((document) => (
          <DocumentRow
            key={nameOf(document)}
            as="tr"
            fileName={document.filename}
            size={document.size}
            date={document.date}
            link={link && ((title) => link(document, title))}
            fetchFile={() => fetchFile(document)}
            failedText={fileFailed}
            reloads={reloads}
          />
        ))}
      </tbody>
    </table>
  )
  return (
    <Loaded of={load} skeleton={<Skeleton text={documentsLoading} shape="rows" lines={3} />}>
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
