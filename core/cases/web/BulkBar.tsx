import { useState } from 'react'
import { useSend } from '#platform/web/calls/use-send.ts'
import { SaveError } from '#platform/web/calls/forms/SaveError.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { Notice } from '#platform/web/ui/Notice.tsx'
import type { CaseCalls } from '../calls.ts'
import { OwnerDialog, StateDialog } from './BulkDialogs.tsx'
import styles from './Queue.module.css'

interface BulkBarProps {
  calls: CaseCalls
  chosen: readonly string[]
  states: readonly string[]
  onEnd: () => void
}

/** What can be done with several cases at once. Each is changed for itself, and those that could not be are listed. */
export function BulkBar({ calls, chosen, states, onEnd }: BulkBarProps) {
  const [dialog, setDialog] = useState<'owner' | 'state' | null>(null)
  const change = useSend(calls.bulk, {
    once: true,
    reloads: [calls.list, calls.counts, calls.views, calls.one],
    onSuccess: (results) => {
      setDialog(null)
      if (results.every(({ why }) => why === null)) onEnd()
    },
  })
  const refused = change.answer?.filter(({ why }) => why !== null) ?? []
  const numbers = [...chosen]
  return (
    <section className={styles['bulk']} aria-label="Valda ärenden">
      <b>{chosen.length === 1 ? '1 valt' : `${chosen.length} valda`}</b>
      <Button kind="quiet" onClick={onEnd}>
        Avmarkera
      </Button>
      <Button busy={change.busy} onClick={() => change.submit({ numbers, change: { type: 'assign', owner: 'jag' } })}>
        Ta ärendena
      </Button>
      <Button onClick={() => setDialog('owner')}>Tilldela</Button>
      <Button onClick={() => setDialog('state')}>Ändra status</Button>
      {refused.length > 0 && (
        <Notice kind="warning" title={`${chosen.length - refused.length} ändrade, ${refused.length} inte`}>
          <ul>
            {refused.map(({ number, why }) => (
              <li key={number}>
                {number}: {why}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {change.error && !dialog && <SaveError error={change.error} />}
      {dialog === 'owner' && (
        <OwnerDialog
          calls={calls}
          count={numbers.length}
          change={change}
          onChoose={(owner) => change.submit({ numbers, change: { type: 'assign', owner } })}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'state' && (
        <StateDialog
          states={states.slice(1)}
          count={numbers.length}
          change={change}
          onChoose={(state, text) => change.submit({ numbers, change: { type: 'state', state, text } })}
          onClose={() => setDialog(null)}
        />
      )}
    </section>
  )
}
