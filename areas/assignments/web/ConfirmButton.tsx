import { clockOf, dayAndDate } from '#platform/contract/wall-clock.ts'
import { useToday } from '#platform/web/page/now.ts'
import { DoneButton } from '#platform/web/ui/DoneButton.tsx'
import type { CurrentAssignment } from '../contract.ts'

interface ConfirmButtonProps {
  duty: CurrentAssignment
  confirmed: boolean
  busy: boolean
  onClick: () => void
}

/** 'Bekräfta', or when the duty was confirmed and 'Ångra'. */
export function ConfirmButton({
  duty: { canBekrafta, bekraftad, bekraftadTid },
  confirmed,
  busy,
  onClick,
}: ConfirmButtonProps) {
  const today = useToday()
  return (
    <DoneButton
      done={confirmed}
      todo="Bekräfta"
      said="Bekräftat"
      // A confirmation that has not been sent has no time yet.
      at={bekraftad ? confirmedText(bekraftadTid, today) : null}
      kind="primary"
      disabled={!canBekrafta}
      busy={busy}
      onClick={onClick}
    />
  )
}

/** '04:31', and 'lör 18:30' on another day. */
function confirmedText(time: string | null, today: string): string | null {
  if (!time) return null
  const [date, clock] = [time.slice(0, 10), clockOf(time)]
  return date === today ? clock : `${dayAndDate(date).slice(0, 3)} ${clock}`
}
