import { useEffect, useState } from 'react'
import { titleOf } from '#core/documents/rules.ts'
import type { DocumentBeside, DocumentView } from '#core/documents/web/DocumentView.tsx'
import type { FetchedFile } from '#core/documents/web/fetched-file.ts'
import { documentsLoading, fileFailed } from '#core/documents/web/load-texts.ts'
import { SaveButton } from '#core/documents/web/SaveButton.tsx'
import { howToRead, isViewable } from '#core/documents/web/viewable.ts'
import { Failed } from '#platform/web/calls/Failed.tsx'
import { useFileFetch } from '#platform/web/calls/use-file-fetch.ts'
import { Dialog } from '#platform/web/ui/Dialog.tsx'
import { Skeleton } from '#platform/web/ui/Skeleton.tsx'
import { getPolicyDocuments } from '../calls.ts'
import type { PolicyDocument } from '../contract.ts'
import styles from './PolicyPane.module.css'

const reloads = [getPolicyDocuments]

interface Opened {
  readonly file: FetchedFile
  readonly View: typeof DocumentView
  readonly Beside: typeof DocumentBeside
}

interface PolicyPaneProps {
  document: PolicyDocument
  fetchFile: (document: PolicyDocument) => Promise<FetchedFile>
  /** Given on a phone, where a dialog shows the document. */
  onClose?: () => void
}

/**
 * A document beside the list, or on a phone in a dialog that the page's address opens. If the portal cannot show it, the employee can save
 * it.
 */
export function PolicyPane({ document, fetchFile, onClose }: PolicyPaneProps) {
  const { filename } = document
  const viewable = isViewable(filename)
  const { busy, failed, bring } = useFileFetch(filename, fileFailed, reloads)
  const [opened, setOpened] = useState<Opened | null>(null)
  const read = () =>
    void bring(async () => {
      const [file, { DocumentView: View, DocumentBeside: Beside }] = await Promise.all([
        fetchFile(document),
        import('#core/documents/web/DocumentView.tsx'),
      ])
      setOpened({ file, View, Beside })
    })
  useEffect(() => {
    if (viewable) read()
    // oxlint-disable-next-line react/exhaustive-deps -- once: each document has its own pane
  }, [])
  if (opened) {
    const { file, View, Beside } = opened
    return onClose ? <View fileName={filename} {...file} onClose={onClose} /> : <Beside fileName={filename} {...file} />
  }
  const before = viewable ? (
    failed ? (
      <Failed busy={busy} onRetry={read} />
    ) : (
      <Skeleton text={documentsLoading} lines={6} />
    )
  ) : (
    <div className={styles['save']}>
      <p>{howToRead(filename)}</p>
      <SaveButton fileName={filename} fetchFile={() => fetchFile(document)} failedText={fileFailed} reloads={reloads} />
    </div>
  )
  return onClose ? (
    <Dialog title={titleOf(filename)} onClose={onClose}>
      {before}
    </Dialog>
  ) : (
    before
  )
}
