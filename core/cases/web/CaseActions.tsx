import { useRef } from 'react'
import { Button } from '#platform/web/ui/Button.tsx'
import { Dropdown } from '#platform/web/ui/Dropdown.tsx'
import { warningIcon } from '#platform/web/ui/icons.ts'
import { passFocusBy } from '#platform/web/ui/page-focus.ts'
import type { Case } from '../contract.ts'
import styles from './CaseActions.module.css'

export type CaseDialog = 'assign' | 'mark' | 'merge' | 'reveal' | 'hide' | 'hide-picture' | 'pdf'

interface CaseActionsProps {
  found: Case
  take: { readonly busy: boolean; readonly run: () => void }
  setMark: { readonly busy: boolean; readonly run: () => void }
  open: (dialog: CaseDialog) => void
}

/** The focus stays in the case, beside which the screen's heading may have a whole list. */
const passFocusToCase = passFocusBy(() => {
  if (document.activeElement === document.body) document.getElementById('arende')?.focus({ preventScroll: true })
})

/** The actions on a case: the daily ones in a row, the others behind 'Mer'. */
export function CaseActions({ found, take, setMark, open }: CaseActionsProps) {
  const { actions, mark, marked, related, mergesAny, pictures } = found
  const may = (action: Case['actions'][number]) => actions.includes(action)
  const rare: (readonly [CaseDialog, string])[] = []
  if (may('merge') && (mergesAny || related.some(({ ended }) => !ended))) rare.push(['merge', 'Slå ihop'])
  if (may('redact')) rare.push(['hide', 'Dölj text'])
  if (may('redact') && pictures.length > 0) rare.push(['hide-picture', 'Dölj del av bild'])
  rare.push(['pdf', 'Spara PDF'])
  return (
    <div className={styles['actions']}>
      {may('take') && (
        <Button ref={passFocusToCase} busy={take.busy} onClick={take.run}>
          Ta ärendet
        </Button>
      )}
      {may('assign') && <Button onClick={() => open('assign')}>Tilldela</Button>}
      {mark && (
        <Button icon={marked ? undefined : warningIcon} busy={setMark.busy} onClick={setMark.run}>
          {mark}
        </Button>
      )}
      <MoreActions of={rare} open={open} />
    </div>
  )
}

function MoreActions({ of, open }: { of: readonly (readonly [CaseDialog, string])[]; open: CaseActionsProps['open'] }) {
  const frame = useRef<HTMLDivElement>(null)
  // A menu with one action would be a detour.
  if (of.length === 1)
    return of.map(([dialog, label]) => (
      <Button key={dialog} onClick={() => open(dialog)}>
        {label}
      </Button>
    ))
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape closes the panel; the shortcuts of the case would close the case too
    <div
      ref={frame}
      className={styles['more']}
      onKeyDown={(event) => {
        const isOpen = frame.current?.querySelector('[aria-expanded=true]')
        if (event.key === 'Escape' && isOpen) event.preventDefault()
      }}
    >
      <Dropdown label="Mer">
        {(close) =>
          of.map(([dialog, label]) => (
            <Button
              key={dialog}
              kind="quiet"
              wide
              onClick={() => {
                close()
                // The chosen line disappears with the panel, and a dialog returns the focus to the element that had it when it opened.
                frame.current?.querySelector('button')?.focus()
                open(dialog)
              }}
            >
              {label}
            </Button>
          ))
        }
      </Dropdown>
    </div>
  )
}
