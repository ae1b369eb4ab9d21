import { Icon } from '../ui/Icon.tsx'
import { externalIcon } from '../ui/icons.ts'

/** The content of a link under 'Mina länkar', which leaves the portal. */
export function LinkFace({ label }: { label: string }) {
  return (
    <>
      {label}
      <Icon path={externalIcon} size={16} />
    </>
  )
}
