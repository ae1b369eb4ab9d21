import { useEffect, useRef } from 'react'
import type { ApiError } from '#platform/web/wire/api-error.ts'
import { SaveError } from '#platform/web/calls/forms/SaveError.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { refreshIcon } from '#platform/web/ui/icons.ts'
import { filledIn } from './Fields.tsx'

const CHANGED_ELSEWHERE = 409

interface SaveFailedProps {
  error: ApiError
  fetching: boolean
  /** Fetches the details that have been saved elsewhere meanwhile. */
  onFetch: () => void
}

/** The error box at the top of the page, scrolled into view. */
export function SaveFailed({ error, fetching, onFetch }: SaveFailedProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    scrollTo(0, 0)
    box.current?.focus({ preventScroll: true })
  }, [])
  const changed = error.status === CHANGED_ELSEWHERE
  return (
    <div ref={box} tabIndex={-1}>
      <SaveError
        error={error}
        title="Fel inträffade när formuläret skulle sparas"
        otherwise={changed ? error.errorMessage : 'Okänt fel inträffade'}
        inWords={filledIn}
        action={
          changed && (
            <Button icon={refreshIcon} busy={fetching} onClick={onFetch}>
              Hämta de nya uppgifterna
            </Button>
          )
        }
      />
    </div>
  )
}
