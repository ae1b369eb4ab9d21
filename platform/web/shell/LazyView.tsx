import { type ComponentType, createElement, type ReactNode, startTransition, useEffect, useState } from 'react'
import type { Load } from './area.ts'

const fetched = new Map<Load, ComponentType>()

/** Fetches a view's code; once it has come, the view is drawn at once wherever it is shown. */
export async function fetchView(load: Load): Promise<void> {
  if (!fetched.has(load)) fetched.set(load, (await load()).default)
}

interface LazyViewProps {
  load: Load
  /** Stands there until the code has come. */
  waiting: ReactNode
  /** While it may not, its code is not asked for. */
  mayLoad?: boolean
}

/**
 * Shows a door's `load`. In place of React's lazy and Suspense, which keep a skeleton that they have shown for 300 ms though the
 * code comes in 30.
 */
export function LazyView({ load, waiting, mayLoad = true }: LazyViewProps) {
  const [, setCame] = useState<Load | null>(null)
  const [failed, setFailed] = useState<{ error: unknown } | null>(null)
  const view = fetched.get(load)
  useEffect(() => {
    if (view || !mayLoad) return undefined
    let gone = false
    // Each in its turn, and drawn in small pieces, so that a thumb is heard in between.
    const turn = setTimeout(() =>
      fetchView(load).then(
        () => gone || startTransition(() => setCame(() => load)),
        (error: unknown) => gone || setFailed({ error }),
      ),
    )
    return () => {
      gone = true
      clearTimeout(turn)
    }
  }, [load, view, mayLoad])
  // For the boundary around it.
  if (failed) throw failed.error
  return view ? createElement(view) : waiting
}
