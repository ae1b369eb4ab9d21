import { minuteText } from '#platform/contract/wall-clock.ts'
import { useState } from 'react'
import { SaveError } from '#platform/web/calls/forms/SaveError.tsx'
import { Loaded } from '#platform/web/calls/Loaded.tsx'
import { useCall } from '#platform/web/calls/query.ts'
import { useSend } from '#platform/web/calls/use-send.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { Dialog } from '#platform/web/ui/Dialog.tsx'
import { TextField } from '#platform/web/ui/Field.tsx'
import { VisuallyHidden } from '#platform/web/ui/VisuallyHidden.tsx'
import type { CaseCalls } from '../calls.ts'
import type { Case } from '../contract.ts'
import type { Redaction } from '../redaction.ts'
import { capitalised } from '../rules.ts'
import styles from './Redaction.module.css'
import { type OwnAct, WhenSettled } from './own-acts.tsx'
import { useOpened } from './use-opened.ts'

interface RedactionsProps {
  found: Case
  calls: CaseCalls
  /** Called with the case's versions before and after. */
  onActed: (own: OwnAct) => void
}

/** What is hidden in a case, by whom and why, and the original for those who may see it. */
export function Redactions({ found, calls, onActed }: RedactionsProps) {
  const { redactions, reveals } = found
  const [open, setOpen] = useState<Redaction | null>(null)
  // When nothing is hidden any more, the dialog closes. It must not open again when something is hidden later.
  if (redactions.length === 0 && open) setOpen(null)
  if (redactions.length === 0) return null
  return (
    <section className={styles['hidden']} aria-label="Dolt i ärendet">
      <h3>Dolt i ärendet</h3>
      <ul>
        {redactions.map((redaction) => (
          <li key={redaction.part}>
            <span>
              {capitalised(redaction.of)}: {redaction.why}
              <small>
                {redaction.by && `${redaction.by}, `}
                <time dateTime={redaction.at}>{minuteText(redaction.at)}</time>
              </small>
            </span>
            {reveals && (
              <Button kind="quiet" onClick={() => setOpen(redaction)}>
                Visa originalet <VisuallyHidden>till {redaction.of}</VisuallyHidden>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {open && (
        <WhenSettled calls={calls} found={found}>
          <OriginalDialog
            found={found}
            redaction={open}
            calls={calls}
            onActed={onActed}
            onClose={() => setOpen(null)}
          />
        </WhenSettled>
      )}
    </section>
  )
}

interface OriginalDialogProps extends RedactionsProps {
  redaction: Redaction
  onClose: () => void
}

/** The original. If the wrong words were hidden, those who see the original may show it to everybody again. */
function OriginalDialog({ found, redaction: { part, of }, calls, onActed, onClose }: OriginalDialogProps) {
  const { seen, onError } = useOpened(found, calls)
  const { number, version } = seen
  // Never from the cache: the server records each look.
  const load = useCall(calls.original, { nummer: number, del: part }, { staleTime: 0 })
  const [why, setWhy] = useState('')
  const show = useSend(calls.showAgain, {
    once: true,
    reloads: [calls.one, calls.list],
    said: () => `${capitalised(of)} visas igen i ${number}`,
    onError,
    onSuccess: (_done, { version: from }) => onActed({ from, to: from + 1 }),
    onReloaded: onClose,
  })
  return (
    <Dialog
      cancel
      title={`Originalet till ${of}`}
      onClose={onClose}
      broad
      actions={
        <Button busy={show.busy} onClick={() => show.submit({ number, version, part, why })}>
          {show.busy ? 'Sparar..' : 'Visa för alla igen'}
        </Button>
      }
    >
      <div className={styles['fields']}>
        <p className={styles['note']}>Att du har öppnat det står i loggen, och den som det handlar om kan se det.</p>
        <Loaded of={load}>
          {({ text, picture }) =>
            picture === null ? (
              <blockquote className={styles['original']}>{text}</blockquote>
            ) : (
              <img className={styles['picture']} src={`data:image/jpeg;base64,${picture}`} alt="Bilden som den var" />
            )
          }
        </Loaded>
        <TextField
          label="Varför det ska visas igen"
          maxLength={200}
          hint="Bara om fel sak doldes. Står i ärendets historik."
          placeholder="Fel ord var markerat"
          value={why}
          onChange={({ target }) => setWhy(target.value)}
        />
        {show.error && <SaveError error={show.error} />}
      </div>
    </Dialog>
  )
}
