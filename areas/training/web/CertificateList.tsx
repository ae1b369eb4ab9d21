import { useId } from 'react'
import { saveDocument } from '#core/documents/web/download.ts'
import { useFileFetch } from '#platform/web/calls/use-file-fetch.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { documentIcon, downloadIcon } from '#platform/web/ui/icons-more.ts'
import type { Certificate } from '../contract.ts'
import styles from './TrainingScreen.module.css'

const fileFailed = 'Hämta dokumentfil misslyckades'

/** The certificates, each with a button to save it. */
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
  const { busy, failed, bring } = useFileFetch(fileFailed)
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
      <Button
        icon={downloadIcon}
        busy={busy}
        aria-describedby={nameId}
        onClick={() => void bring(() => saveDocument(url))}
      >
        Ladda ned
      </Button>
    </li>
  )
}
