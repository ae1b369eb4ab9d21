import { useEffect, useState } from 'react'
import { saveDocument } from '#core/documents/web/download.ts'
import { addNotice, retractNotice } from '#platform/web/wire/notices.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { downloadIcon } from '#platform/web/ui/icons-more.ts'
import { Notice } from '#platform/web/ui/Notice.tsx'
import type { Attachment } from '../contract.ts'
import styles from './NewsItemView.module.css'

const SHOWN_MS = 3000
const failedText = 'Hämta dokumentfil misslyckades'

/** The attachments of an item. */
export function Attachments({ attachments }: { attachments: readonly Attachment[] }) {
  const [failed, setFailed] = useState<string | null>(null)
  return (
    <section className={styles['attachments']} aria-labelledby="news-attachments">
      <h2 id="news-attachments">Bilagor</h2>
      <ul className={styles['files']}>
        {attachments.map((attachment) => (
          <li key={attachment.fileUrl}>
            <Download attachment={attachment} onFailed={setFailed} />
          </li>
        ))}
      </ul>
      {failed !== null && <Notice kind="error">{failed} kunde inte laddas ned. Försök igen.</Notice>}
    </section>
  )
}

interface DownloadProps {
  attachment: Attachment
  /** Called with the name of a file that could not be fetched; with null when it is tried again. */
  onFailed: (fileName: string | null) => void
}

function Download({ attachment: { fileUrl, fileName }, onFailed }: DownloadProps) {
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    if (!busy) return
    const timer = setTimeout(() => setBusy(false), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [busy])
  const download = async () => {
    setBusy(true)
    onFailed(null)
    try {
      await saveDocument(fileUrl)
      retractNotice(failedText)
    } catch {
      setBusy(false)
      onFailed(fileName)
      addNotice({ type: 'network', severity: 'warning', message: failedText })
    }
  }
  return (
    <Button icon={downloadIcon} busy={busy} onClick={() => void download()}>
      {busy ? 'Laddar ner..' : fileName}
    </Button>
  )
}
