import type { ReactNode } from 'react'
import { SaveError } from '#platform/web/calls/forms/SaveError.tsx'
import type { ApiError } from '#platform/web/wire/api-error.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { Dialog } from '#platform/web/ui/Dialog.tsx'
import { Notice } from '#platform/web/ui/Notice.tsx'
import styles from './RoleForm.module.css'

interface RequestDialogProps {
  title: string
  request: { readonly busy: boolean; readonly error: ApiError | null; readonly waits: boolean }
  /** The label of the button that sends the request. */
  send: string
  onSend: () => void
  /** Replaces the fields while the request waits for a second person. */
  waiting: string
  onClose: () => void
  children: ReactNode
}

/** The fields of a request that may need the approval of a second person, then whether it waits for one. */
export function RequestDialog({ title, request, send, onSend, waiting, onClose, children }: RequestDialogProps) {
  const { busy, error, waits } = request
  return (
    <Dialog
      cancel={!waits}
      title={title}
      onClose={onClose}
      actions={
        waits ? (
          <Button onClick={onClose}>Stäng</Button>
        ) : (
          <Button kind="primary" busy={busy} onClick={onSend}>
            {busy ? 'Sparar..' : send}
          </Button>
        )
      }
    >
      {waits ? (
        <Notice kind="info">{waiting}</Notice>
      ) : (
        <div className={styles['form']}>
          {children}
          {error && <SaveError error={error} />}
        </div>
      )}
    </Dialog>
  )
}
