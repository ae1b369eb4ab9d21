import { useEffect } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { type Start, useStart } from '../start.ts'

interface StepState {
  readonly editing?: boolean
  readonly start?: Start
}

/** The current step is in the URL, so that the phone's back button goes one step back and a reload stays on the step. */
export function useStep(count: number, begun: boolean) {
  const [search] = useSearchParams()
  const location = useLocation()
  const navigate = useNavigate()
  const current = Math.min(Math.max((Number(search.get('steg')) || 1) - 1, 0), count - 1)
  const { key, back } = useStart()
  const editing = (location.state as StepState | null)?.editing === true

  const goTo = (step: number, isEditing = false) => {
    const to = new URLSearchParams(search)
    to.set('steg', String(step + 1))
    const state: StepState = { editing: isEditing, start: { key, back: back + 1 } }
    void navigate({ search: `?${to}` }, { state })
  }
  // An empty form starts at the first step, whatever the URL says.
  const tooFar = !begun && current > 0
  useEffect(() => {
    if (tooFar) void navigate({ search: `?typ=${search.get('typ')}` }, { replace: true })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only when the form is opened: later steps are taken in the form
  }, [])
  return {
    current,
    /** Whether the step was opened from the summary, to return to it. */
    editing,
    goTo: (step: number) => goTo(step),
    next: () => goTo(editing ? count - 1 : current + 1),
    back: () => goTo(current - 1),
    edit: (step: number) => goTo(step, true),
  }
}
