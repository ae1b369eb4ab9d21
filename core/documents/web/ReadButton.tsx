import { createContext, type ReactNode, use, useState } from 'react'
import { type Reloads, useFileFetch } from '#platform/web/calls/use-file-fetch.ts'
import type { DocumentView } from './DocumentView.tsx'
import styles from './DocumentRow.module.css'
import type { FetchedFile } from './fetched-file.ts'
import { isPdf, loadPdfPages } from './viewable.ts'

export interface DocumentFile {
  readonly fileName: string
  readonly fetchFile: () => Promise<FetchedFile>
  /** The warning after a failure. */
  readonly failedText: string
  /** The loads that the file's address came from. */
  readonly reloads: Reloads
}

interface ReadButtonProps extends DocumentFile {
  children: ReactNode
}

interface Opened {
  /** With its name, because the button may be another document's while it is open. */
  readonly file: FetchedFile & { readonly fileName: string }
  readonly View: typeof DocumentView
}

/** Opens a document; null outside a `ReadingPlace`. */
const OpenDocument = createContext<((opened: Opened) => void) | null>(null)

/**
 * Shows the documents that the buttons within it open. Put it around a list that is emptied when its load fails, or that is a table on a wide
 * screen: the button then goes, and what is being read stays.
 */
export function ReadingPlace({ children }: { children: ReactNode }) {
  // Several, if one comes while another is read.
  const [all, setAll] = useState<readonly (Opened & { readonly key: number })[]>([])
  return (
    <OpenDocument value={(opened) => setAll((last) => [...last, { ...opened, key: (last.at(-1)?.key ?? 0) + 1 }])}>
      {children}
      {all.map(({ key, file, View }) => (
        <View key={key} {...file} onClose={() => setAll((last) => last.filter((other) => other.key !== key))} />
      ))}
    </OpenDocument>
  )
}

/** The title of a document that the portal can show; a tap opens it, in the `ReadingPlace` around it if there is one. */
export function ReadButton(props: ReadButtonProps) {
  const open = use(OpenDocument)
  if (open) return <Opening {...props} open={open} />
  return (
    <ReadingPlace>
      <ReadButton {...props} />
    </ReadingPlace>
  )
}

function Opening({
  fileName,
  fetchFile,
  failedText,
  reloads,
  children,
  open,
}: ReadButtonProps & { open: (opened: Opened) => void }) {
  const { busy, failed, bring } = useFileFetch(fileName, failedText, reloads)
  const read = () =>
    bring(async () => {
      // Loads the code together with the file, so that a failure of either is reported here and can be tried again.
      const [file, { DocumentView: View }] = await Promise.all([
        fetchFile(),
        import('./DocumentView.tsx'),
        isPdf(fileName) ? loadPdfPages() : null,
      ])
      open({ file: { ...file, fileName }, View })
    })
  return (
    <>
      <button
        type="button"
        className={styles['open']}
        aria-haspopup="dialog"
        aria-busy={busy || undefined}
        onClick={() => void read()}
      >
        {children}
      </button>
      <FetchFailed failed={failed && !busy} />
    </>
  )
}

export function FetchFailed({ failed }: { failed: boolean }) {
  return (
    failed && (
      <span className={styles['failed']} role="alert">
        Ett fel inträffade
      </span>
    )
  )
}
