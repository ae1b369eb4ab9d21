import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { InstallGuide } from '#platform/web/install/InstallGuide.tsx'
import { isGuideDue, rememberGuide } from '#platform/web/install/offer.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { passFocus } from '#platform/web/ui/page-focus.ts'

// Long enough for a block's code to arrive and its loading to begin.
const calmAfter = 600

/** The guide at the end of the dashboard, until it has been answered on this phone. */
export default function InstallBlock() {
  const [due, setDue] = useState(isGuideDue)
  const calm = useCalm()
  if (!due || !calm) return null

  function putAway() {
    rememberGuide()
    setDue(false)
  }

  return (
    <InstallGuide
      dismiss={
        <Button ref={passFocus} onClick={putAway}>
          Visa inte igen
        </Button>
      }
    />
  )
}

/** Whether everything above has loaded, so that nothing moves the guide once it is shown. Rendered once, not at each load. */
function useCalm(): boolean {
  const client = useQueryClient()
  const [calm, setCalm] = useState(false)
  useEffect(() => {
    let soon: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      if (client.isFetching() > 0) {
        clearTimeout(soon)
        soon = undefined
      } else {
        soon ??= setTimeout(() => setCalm(true), calmAfter)
      }
    }
    look()
    const forget = client.getQueryCache().subscribe(look)
    return () => {
      clearTimeout(soon)
      forget()
    }
  }, [client])
  return calm
}
