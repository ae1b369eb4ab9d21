import { useEffect, useState } from 'react'
import { extensionOf } from '#core/documents/rules.ts'
import { DocumentPages } from '#core/documents/web/DocumentPages.tsx'
import { saveFile } from '#core/documents/web/download.ts'
import { isPicture, showsPdf } from '#core/documents/web/viewable.ts'
import { Failed } from '#platform/web/calls/Failed.tsx'
import { useFileFetch } from '#platform/web/calls/use-file-fetch.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { downloadIcon } from '#platform/web/ui/icons-more.ts'
import { Skeleton } from '#platform/web/ui/Skeleton.tsx'
import type { PolicyDocument } from '../contract.ts'
import styles from './PolicyPane.module.css'

interface PolicyPaneProps {
  document: PolicyDocument
  /** The file in base64. */
  fetchFile: (document: PolicyDocument) => Promise<string>
}

/** A document to read beside the list; one that the browser cannot show, to save. */
export function PolicyPane({ document, fetchFile }: PolicyPaneProps) {
  const { filename } = document
  const shown = isPicture(filename) || (extensionOf(filename) === 'pdf' && showsPdf())
  const [file, setFile] = useState<string | null>(null)
  const { busy, failed, bring } = useFileFetch('Hämta dokumentfil misslyckades')
  const load = (then: (fetched: string) => void) =>
    void bring(async () => {
      const fetched = file ?? (await fetchFile(document))
      setFile(fetched)
      then(fetched)
    })
  useEffect(() => {
    if (shown) load(() => undefined)
    // oxlint-disable-next-line react/exhaustive-deps -- once: each document has its own pane
  }, [])
  return (
    <div className={styles['pane']}>
      {shown && file === null && !failed && <Skeleton text="Laddar dokument.." lines={6} />}
      {failed && <Failed onRetry={() => load(() => undefined)} />}
      {shown && file !== null && <DocumentPages fileName={filename} base64={file} />}
      {!shown && <p>Dokumentet kan inte visas här. Ladda ned det och öppna det i ett annat program.</p>}
      <div>
        <Button
          icon={downloadIcon}
          busy={busy && !shown}
          onClick={() => load((fetched) => saveFile(filename, fetched))}
        >
          Ladda ned
        </Button>
      </div>
    </div>
  )
}
