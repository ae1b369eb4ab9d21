import { useState } from 'react'
import { SaveError } from '#platform/web/calls/forms/SaveError.tsx'
import { useSend } from '#platform/web/calls/use-send.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { Dialog } from '#platform/web/ui/Dialog.tsx'
import { OptionBox } from '#platform/web/ui/OptionBox.tsx'
import { reportComment } from '../calls.ts'
import type { NewsComment, ReportComment } from '../contract.ts'
import { reportReasons } from '../rules.ts'
import styles from './Comments.module.css'

interface ReportDialogProps {
  comment: NewsComment
  onClose: () => void
  onReported: () => void
}

/** Reports a colleague's comment to the office. */
export default function ReportDialog({ comment, onClose, onReported }: ReportDialogProps) {
  const [reason, setReason] = useState<ReportComment['anledning'] | null>(null)
  const report = useSend(reportComment, {
    once: true,
    said: () => 'Kommentaren är anmäld. Tack!',
    onSuccess: onReported,
  })
  return (
    <Dialog
      cancel
      title="Anmäl kommentaren"
      onClose={onClose}
      actions={
        <Button
          kind="primary"
          busy={report.busy}
          disabled={reason === null}
          onClick={() => reason && report.submit({ kommentarId: comment.id, anledning: reason })}
        >
          {report.busy ? 'Skickar..' : 'Anmäl'}
        </Button>
      }
    >
      <p className={styles['text']}>{comment.bodyText}</p>
      <fieldset className={styles['reasons']}>
        <legend>Vad är fel med kommentaren?</legend>
        {reportReasons.map((each) => (
          <OptionBox key={each} type="radio" name="reason" checked={reason === each} onChange={() => setReason(each)}>
            {each}
          </OptionBox>
        ))}
      </fieldset>
      <p className={styles['meta']}>Kontoret läser den. Ingen får veta att det var du som anmälde.</p>
      {report.error && <SaveError error={report.error} />}
    </Dialog>
  )
}
