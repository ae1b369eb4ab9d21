import { type ReactNode, useState } from 'react'
import { useFileFetch } from '#platform/web/calls/use-file-fetch.ts'
import type { DocumentView } from './DocumentView.tsx'
import styles from './DocumentRow.module.css'
import type { FetchedFile } from './fetched-file.ts'
import { isPdf, loadPdfPages } from './viewable.ts'

export interface DocumentFile {
  readonly fileName: string
  readonly fetchFile: () => Promise<FetchedFile>
  /** The warning after a failure. */
  readonly failedText: string
}

interface ReadButtonProps extends DocumentFile {
  children: ReactNode
}

interface Opened {
  /** With its name, because the button may be another document's while it is open. */
  readonly file: FetchedFile & { readonly fileName: string }
  readonly View: typeof DocumentView
}

/** The title of a document that the portal can show; a tap opens it. */
export function ReadButton({ fileName, fetchFile, failedText, children }: ReadButtonProps) {
  const { busy, failed, bring } = useFileFetch(fileName, failedText)
  const [opened, setOpened] = useState<Opened | null>(null)
  const read = () =>
    bring(async () => {
      // Loads the code together with the file, so that a failure of either is reported here and can be tried again.
      const [file, { DocumentView: View }] = await Promise.all([
        fetchFile(),
        import('./DocumentView.tsx'),
        isPdf(fileName) ? loadPdfPages() : null,
      ])
      setOpened({ file: { ...file, fileName }, View })
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
      {opened && <opened.View {...opened.file} onClose={() => setOpened(null)} />}
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
