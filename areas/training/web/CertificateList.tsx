import { useId, useState } from 'react'
import { ApiError } from '#platform/web/http/client.ts'
import { saveDocument } from '#platform/web/http/download.ts'
import { addNotice, retractNotice } from '#platform/web/http/notices.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { documentIcon, downloadIcon } from '#platform/web/ui/icons-more.ts'
import type { Certificate } from '../contract.ts'
import styles from './TrainingScreen.module.css'

const fileFailed = 'Hämta dokumentfil misslyckades'

/** The certificates, each to be saved on the phone. */
export function CertificateList({ certificates }: { certificates: readonly Certificate[] }) {
  if (certificates.length === 0) return <EmptyState icon={documentIcon} title="Du har inga utbildningsintyg ännu" />
  return (
    <ul className={styles['list']} aria-label="Utbildningsintyg">
      {certificates.map((certificate) => (
        <CertificateRow key={certificate.url} {...certificate} />
      ))}
    </ul>
  )
}

function CertificateRow({ linkFilename, url }: Certificate) {
  const nameId = useId()
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState(false)

  async function save() {
    setBusy(true)
    setFailed(false)
    try {
      await saveDocument(url)
      retractNotice(fileFailed)
    } catch (error) {
      setFailed(true)
      if (!(error instanceof ApiError && error.status === 401)) {
        addNotice({ type: 'network', severity: 'warning', message: fileFailed })
      }
    } finally {
      setBusy(false)
    }
  }

  return (
    <li className={styles['row']}>
      <div className={styles['what']}>
        <span id={nameId} className={styles['name']}>
          {/* A date is not broken at its hyphens. */}
          {linkFilename.split(/(\d{4}-\d\d-\d\d)/).map((part, index) =>
            index % 2 === 1 ? (
              <span key={part} className={styles['whole']}>
                {part}
              </span>
            ) : (
              part
            ),
          )}
        </span>
        {failed && (
          <span className={styles['failed']} role="alert">
            Ett fel inträffade
          </span>
        )}
      </div>
      <Button icon={downloadIcon} busy={busy} aria-describedby={nameId} onClick={() => void save()}>
        Ladda ned
      </Button>
    </li>
  )
}
