import { Dialog } from '#platform/web/ui/Dialog.tsx'
import type { Deviation } from '../../contract/list.ts'
import styles from './Dialogs.module.css'

/** 'Åtgärd': what was done about it. */
export function ActionDialog({ deviation, onClose }: { deviation: Deviation; onClose: () => void }) {
  return (
    <Dialog title="Åtgärd" onClose={onClose}>
      <p className={styles['of']}>{deviation.rubrik}</p>
      <p className={styles['text']}>{deviation.atgard}</p>
    </Dialog>
  )
}
