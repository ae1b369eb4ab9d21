import { useState } from 'react'
import { SaveError } from '#platform/web/calls/forms/SaveError.tsx'
import { ApiError, NO_ANSWER } from '#platform/web/wire/api-error.ts'
import { send } from '#platform/web/wire/client.ts'
import { announce } from '#platform/web/ui/announce.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { Dialog } from '#platform/web/ui/Dialog.tsx'
import { OptionBox } from '#platform/web/ui/OptionBox.tsx'
import { useWhileHere } from '#platform/web/office/use-while-here.ts'
import type { CaseCalls } from '../calls.ts'
import type { Case } from '../contract.ts'
import styles from './Redaction.module.css'
import { saveFile } from './save-table.ts'

interface PdfDialogProps {
  found: Case
  calls: CaseCalls
  onClose: () => void
}

/** Saves the case as a PDF, to print or to send to the authority; with internal notes only if they are chosen. */
export function PdfDialog({ found: { number, actions }, calls, onClose }: PdfDialogProps) {
  const [notes, setNotes] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<ApiError | null>(null)
  const close = useWhileHere(onClose)
  const save = async () => {
    setBusy(true)
    setError(null)
    try {
      const query = { nummer: number, ...(notes && { anteckningar: 'ja' as const }) }
      const { name, contentType, data } = await send(calls.pdf, { query })
      const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))
      saveFile(name, new Blob([bytes], { type: contentType }))
      announce(`${name} är sparad`)
      close()
    } catch (failed) {
      setError(failed instanceof ApiError ? failed : new ApiError(NO_ANSWER))
      setBusy(false)
    }
  }
  return (
    <Dialog
      cancel
      title={`Spara ${number} som PDF`}
      onClose={onClose}
      actions={
        <Button kind="primary" busy={busy} onClick={() => void save()}>
          {busy ? 'Skapar PDF..' : 'Spara PDF'}
        </Button>
      }
    >
      <div className={styles['fields']}>
        <p>
          PDF-filen innehåller uppgifterna, texten, bilderna, det som är ifyllt och det som har skrivits till och från{' '}
          {calls.words.person}. Det som är dolt är dolt även här. I loggen står att du har sparat den.
        </p>
        {actions.includes('note') && (
          <OptionBox type="checkbox" checked={notes} onChange={({ target }) => setNotes(target.checked)}>
            Ta med interna anteckningar
          </OptionBox>
        )}
        {error && <SaveError error={error} unanswered="Inget svar kom. Försök igen." />}
      </div>
    </Dialog>
  )
}
