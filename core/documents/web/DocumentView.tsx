import { useState } from 'react'
import { contentTypeOf } from '../rules.ts'
import { saveFile } from './download.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { Dialog } from '#platform/web/ui/Dialog.tsx'
import { downloadIcon } from '#platform/web/ui/icons-more.ts'
import styles from './DocumentTable.module.css'
import { useObjectUrl } from '#platform/web/ui/use-object-url.ts'
import { isPicture } from './viewable.ts'

interface DocumentViewProps {
  fileName: string
  base64: string
  onClose: () => void
}

/** A document inside the portal, shown by the browser itself. */
export function DocumentView({ fileName, base64, onClose }: DocumentViewProps) {
  const [blob] = useState(() => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    return new Blob([bytes], { type: contentTypeOf(fileName) })
  })
  const address = useObjectUrl(blob)
  return (
    <Dialog
      title={fileName}
      broad
      onClose={onClose}
      actions={
        <Button icon={downloadIcon} onClick={() => saveFile(fileName, base64)}>
          Spara på enheten
        </Button>
      }
    >
      {address === null ? null : isPicture(fileName) ? (
        <img className={styles['picture']} src={address} alt={fileName} />
      ) : (
        // oxlint-disable-next-line react/iframe-missing-sandbox -- browsers show no PDF in a sandbox; it contains only a PDF
        <iframe className={styles['pages']} src={address} title={fileName} />
      )}
    </Dialog>
  )
}
