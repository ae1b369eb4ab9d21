import { useEffect, useRef } from 'react'
import type { ApiError } from '#platform/web/http/client.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { Notice } from '#platform/web/ui/Notice.tsx'
import { refreshIcon } from '#platform/web/ui/icons.ts'
import { filledIn } from './Fields.tsx'

const CHANGED_ELSEWHERE = 409

interface SaveFailedProps {
  error: ApiError
  fetching: boolean
  /** Fetches what somebody else has saved meanwhile. */
  onFetch: () => void
}

/** The error box, at the top of the page and in sight. */
export function SaveFailed({ error, fetching, onFetch }: SaveFailedProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    scrollTo(0, 0)
    box.current?.focus({ preventScroll: true })
  }, [])
  const changed = error.status === CHANGED_ELSEWHERE
  const messages = Object.values(error.modelState ?? {}).flat()
  if (changed) messages.push(error.errorMessage)
  return (
    <div ref={box} tabIndex={-1}>
      <Notice
        kind="error"
        title="Fel inträffade när formuläret skulle sparas"
        action={
          changed && (
            <Button icon={refreshIcon} busy={fetching} onClick={onFetch}>
              Hämta de nya uppgifterna
            </Button>
          )
        }
      >
        <ul>
          {(messages.length > 0 ? messages : ['Okänt fel inträffade']).map((message) => (
            <li key={message}>{filledIn(message)}</li>
          ))}
        </ul>
      </Notice>
    </div>
  )
}
