import { useState } from 'react'
import { SaveError } from '#platform/web/calls/forms/SaveError.tsx'
import { useSend } from '#platform/web/calls/use-send.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { Dialog } from '#platform/web/ui/Dialog.tsx'
import { TextField } from '#platform/web/ui/Field.tsx'
import type { CaseCalls } from '../calls.ts'
import type { Case } from '../contract.ts'
import { useOpened } from './use-opened.ts'

interface MergeByNumberDialogProps {
  found: Case
  calls: CaseCalls
  onClose: () => void
  onDone: () => void
}

/** Merges the case into any other open one of its queue: nothing but its reader knows that they are about the same. */
export function MergeByNumberDialog({ found, calls, onClose, onDone }: MergeByNumberDialogProps) {
  const { seen, onError } = useOpened(found, calls)
  const { number, version } = seen
  const [typed, setTyped] = useState('')
  const into = typed.trim().toUpperCase()
  const merge = useSend(calls.merge, {
    once: true,
    reloads: [calls.list, calls.counts],
    onError,
    said: () => `${number} är ihopslaget med ${into}`,
    onSuccess: () => {
      onClose()
      onDone()
    },
  })
  const wrong = merge.error?.status === 404 ? 'Ärendet finns inte.' : merge.error?.modelState?.['into']?.[0]
  return (
    <Dialog
      title={`Slå ihop ${number} med`}
      onClose={onClose}
      actions={
        <Button kind="primary" busy={merge.busy} onClick={() => merge.submit({ number, version, into })}>
          {merge.busy ? 'Slår ihop..' : 'Slå ihop'}
        </Button>
      }
    >
      <p>Alla som har skickat in det får samma svar. Det går inte att ångra.</p>
      <TextField
        label="Ärendets nummer"
        required
        value={typed}
        error={wrong}
        onChange={({ target }) => setTyped(target.value)}
      />
      {merge.error && wrong === undefined && <SaveError error={merge.error} />}
    </Dialog>
  )
}
