import { saveFile } from './download.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { Dialog } from '#platform/web/ui/Dialog.tsx'
import { downloadIcon } from '#platform/web/ui/icons-more.ts'
import { DocumentPages } from './DocumentPages.tsx'

interface DocumentViewProps {
  fileName: string
  base64: string
  onClose: () => void
}

/** A document inside the portal, in a dialog. */
export function DocumentView({ fileName, base64, onClose }: DocumentViewProps) {
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
      <DocumentPages fileName={fileName} base64={base64} />
    </Dialog>
  )
}
