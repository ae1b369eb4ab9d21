import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'

interface UnsentQuestionProps {
  count: number
  busy: boolean
  onLeave: (removing: boolean) => void
  onStay: () => void
}

/** Before signing out with reports that have not been sent: nothing of them goes without a word. */
export function UnsentQuestion({ count, busy, onLeave, onStay }: UnsentQuestionProps) {
  const one = count === 1
  return (
    <Dialog title={one ? 'En rapport är inte skickad' : `${count} rapporter är inte skickade`} onClose={onStay}>
      <p>
        {one
          ? 'Behåller du den ligger den kvar här och skickas nästa gång du loggar in på den här telefonen. Ingen annan kan se den.'
          : 'Behåller du dem ligger de kvar här och skickas nästa gång du loggar in på den här telefonen. Ingen annan kan se dem.'}
      </p>
      <Button kind="primary" wide onClick={onStay}>
        Stanna kvar
      </Button>
      <Button wide busy={busy} onClick={() => onLeave(false)}>
        {one ? 'Behåll den och logga ut' : 'Behåll dem och logga ut'}
      </Button>
      <Button kind="danger" wide onClick={() => onLeave(true)}>
        {one ? 'Ta bort den och logga ut' : 'Ta bort dem och logga ut'}
      </Button>
    </Dialog>
  )
}
