import { type ReactNode, use, useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { refreshIcon } from '../ui/icons.ts'
import { Notice } from '../ui/Notice.tsx'
import { passFocus } from '../ui/page-focus.ts'
import { ScreenName } from '../ui/screen-name.ts'
import type { ApiError } from '../wire/api-error.ts'
import { readNotices } from '../wire/notices.ts'

interface FailedProps {
  onRetry?: () => void
  /** Whether the load is being tried again. */
  busy?: boolean
  /** Why the load failed. Without an answer the reason is missing coverage, which is not a fault. */
  error?: ApiError | null
  children?: ReactNode
}

/**
 * A failed load: the specified text, and a button to try again. It looks calm, since the list above the screen warns already. If that
 * list contains the failure, a screen reader does not announce it again.
 */
export function Failed({ onRetry, busy, error, children = 'Ett fel inträffade' }: FailedProps) {
  const screen = use(ScreenName)
  const [told] = useState(() => readNotices().some(({ load }) => load))
  return (
    <Notice
      kind="calm"
      live={error?.status !== 0 && !told}
      action={
        onRetry && (
          <Button ref={passFocus} icon={refreshIcon} busy={busy} onClick={onRetry}>
            Försök igen
          </Button>
        )
      }
    >
      {error?.status === 0 ? `${screen} kräver täckning.` : children}
    </Notice>
  )
}
