import { useState } from 'react'
import { DocumentView } from '#core/documents/web/DocumentView.tsx'
import { showsPdf } from '#core/documents/web/viewable.ts'
import { send } from '#platform/web/wire/client.ts'
import { saveFile } from '#core/documents/web/download.ts'
import { useFileFetch } from '#platform/web/calls/use-file-fetch.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { downloadIcon } from '#platform/web/ui/icons-more.ts'
import { VisuallyHidden } from '#platform/web/ui/VisuallyHidden.tsx'
import { useWide } from '#platform/web/ui/use-media.ts'
import { downloadPayslip } from '../calls.ts'
import type { Payslip, PayslipFile } from '../contract.ts'
import styles from './PayslipsScreen.module.css'

const failedText = 'Hämta Lönespec misslyckades'
const nameOf = ({ salaryPeriodName }: PayslipFile) => `Lönebesked ${salaryPeriodName}.pdf`

/**
 * Fetches a payslip and shows it in the portal if the browser can; a phone opens or saves it itself. It is never cached, and
 * not kept in memory longer than it is shown.
 */
export function DownloadButton({ payslip }: { payslip: Payslip }) {
  const wide = useWide()
  const { busy, failed, bring } = useFileFetch(failedText)
  const [shown, setShown] = useState<PayslipFile | null>(null)

  const fetchAndShow = async () => {
    const file = await send(downloadPayslip, { query: { salaryPeriodId: payslip.salaryPeriodId } })
    if (wide && showsPdf()) setShown(file)
    else saveFile(nameOf(file), file.pdfStr)
  }

  return (
    <div className={styles['download']}>
      <Button icon={downloadIcon} busy={busy} onClick={() => void bring(fetchAndShow)}>
        {busy ? 'Laddar ner' : 'Ladda ned'}
        <VisuallyHidden> {payslip.salaryPeriodName}</VisuallyHidden>
      </Button>
      <span role="alert" className={styles['failed']}>
        {failed && 'Ett fel inträffade'}
      </span>
      {shown && <DocumentView fileName={nameOf(shown)} base64={shown.pdfStr} onClose={() => setShown(null)} />}
    </div>
  )
}
