import { type ReactNode, use, useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { refreshIcon } from '../ui/icons.ts'
import { Notice } from '../ui/Notice.tsx'
import { ScreenName } from '../ui/screen-name.ts'
import type { ApiError } from '../wire/api-error.ts'
import { readNotices } from '../wire/notices.ts'

interface FailedProps {
  onRetry?: () => void
  /** Being tried again. */
  busy?: boolean
  /** The reason: without an answer there is no coverage, which is not a fault. */
  error?: ApiError | null
  children?: ReactNode
}

/**
 * A failed load: the specified text, and a button to try again. Calm, since the list above the screen warns. If that list has named the
 * failure, a screen reader does not announce it again.
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
          <Button icon={refreshIcon} busy={busy} onClick={onRetry}>
            Försök igen
          </Button>
        )
      }
    >
      {error?.status === 0 ? `${screen} kräver täckning.` : children}
    </Notice>
  )
}
