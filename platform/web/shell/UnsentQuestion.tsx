import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { deviceName } from '../ui/use-media.ts'
import styles from './UnsentQuestion.module.css'

interface UnsentQuestionProps {
  count: number
  busy: boolean
  onLeave: (removing: boolean) => void
  onStay: () => void
}

/** Asked before signing out with unsent reports, so that none is lost without notice. */
export function UnsentQuestion({ count, busy, onLeave, onStay }: UnsentQuestionProps) {
  const one = count === 1
  return (
    <Dialog
      title={one ? 'Något är inte skickat' : `${count} saker är inte skickade`}
      onClose={onStay}
      actions={
        <div className={styles['choices']}>
          <Button kind="primary" wide onClick={onStay}>
            Stanna kvar
          </Button>
          <Button wide busy={busy} onClick={() => onLeave(false)}>
            {one ? 'Behåll det och logga ut' : 'Behåll dem och logga ut'}
          </Button>
          <div className={styles['removing']}>
            <Button kind="danger" wide onClick={() => onLeave(true)}>
              {one ? 'Ta bort det och logga ut' : 'Ta bort dem och logga ut'}
            </Button>
          </div>
        </div>
      }
    >
      <p>
        {one
          ? `Om du behåller det ligger det kvar på ${deviceName()} och skickas nästa gång du loggar in här. Ingen annan som loggar in kan se det.`
          : `Om du behåller dem ligger de kvar på ${deviceName()} och skickas nästa gång du loggar in här. Ingen annan som loggar in kan se dem.`}
      </p>
    </Dialog>
  )
}
