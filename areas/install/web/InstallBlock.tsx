import { useIsFetching } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { InstallGuide } from '#platform/web/install/InstallGuide.tsx'
import { isGuideDue, rememberGuide } from '#platform/web/install/offer.ts'
import { Button } from '#platform/web/ui/Button.tsx'

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

  return <InstallGuide dismiss={<Button onClick={putAway}>Visa inte igen</Button>} />
}

/** Whether everything above has loaded, so that nothing moves the guide once it is shown. */
function useCalm(): boolean {
  const loading = useIsFetching() > 0
  const [calm, setCalm] = useState(false)
  useEffect(() => {
    if (loading) return
    const soon = setTimeout(() => setCalm(true), calmAfter)
    return () => clearTimeout(soon)
  }, [loading])
  return calm
}
