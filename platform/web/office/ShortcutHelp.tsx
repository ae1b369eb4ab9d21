import { useState } from 'react'
import { Dialog } from '../ui/Dialog.tsx'
import { Toggle } from '../ui/Toggle.tsx'
import styles from './Office.module.css'
import { activeShortcuts, useShortcutsOff } from './shortcuts.ts'

const names: Readonly<Record<string, string>> = { Escape: 'Esc' }

/** The shortcuts of the open screen, and a switch that turns them off. */
export function ShortcutHelp({ onClose }: { onClose: () => void }) {
  const [shortcuts] = useState(activeShortcuts)
  const [off, setOff] = useShortcutsOff()
  const inForms = { key: 'Ctrl+Enter', label: 'Skicka det du har skrivit' }
  return (
    <Dialog title="Kortkommandon" onClose={onClose}>
      <dl className={styles['keys']}>
        {[...shortcuts, inForms].map(({ key, label }) => (
          <div key={key}>
            <dt>
              <kbd>{names[key] ?? key}</kbd>
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
      <Toggle label="Använd kortkommandon" checked={!off} onChange={(on) => setOff(!on)} />
    </Dialog>
  )
}
