import { useEffect, useState } from 'react'
import { contentTypeOf } from '#platform/contract/documents.ts'
import { saveFile } from '../http/download.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { downloadIcon } from '../ui/icons-more.ts'
import styles from './DocumentTable.module.css'
import { isPicture } from './viewable.ts'

interface DocumentViewProps {
  fileName: string
  base64: string
  onClose: () => void
}

/** A document inside the portal, shown by the browser itself. */
export function DocumentView({ fileName, base64, onClose }: DocumentViewProps) {
  const [address] = useState(() => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    return URL.createObjectURL(new Blob([bytes], { type: contentTypeOf(fileName) }))
  })
  useEffect(() => () => URL.revokeObjectURL(address), [address])
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
      {isPicture(fileName) ? (
        <img className={styles['picture']} src={address} alt={fileName} />
      ) : (
        // oxlint-disable-next-line react/iframe-missing-sandbox -- browsers show no PDF in a sandbox; it holds nothing but one
        <iframe className={styles['pages']} src={address} title={fileName} />
      )}
    </Dialog>
  )
}
