import { type ComponentType, createElement, type ReactNode, startTransition, useEffect, useState } from 'react'
import type { Load } from './area.ts'

const fetched = new Map<Load, ComponentType>()

/** Loads a view's code; once loaded, the view is rendered at once wherever it is shown. */
export async function fetchView(load: Load): Promise<void> {
  if (!fetched.has(load)) fetched.set(load, (await load()).default)
}

let arrived: (() => void)[] = []

/** Views whose code comes together are one rendering, in small pieces, so that taps are handled in between. */
function show(view: () => void): void {
  if (arrived.push(view) > 1) return
  setTimeout(() => {
    const views = arrived
    arrived = []
    startTransition(() => {
      for (const each of views) each()
    })
  })
}

interface LazyViewProps {
  load: Load
  /** Shown until the code has loaded. */
  waiting: ReactNode
  /** While false, its code is not requested. */
  mayLoad?: boolean
}

/**
 * Shows a door's `load`. Replaces React's lazy and Suspense, which keep a skeleton for 300 ms once shown, although the
 * code arrives in 30.
 */
export function LazyView({ load, waiting, mayLoad = true }: LazyViewProps) {
  const [, setCame] = useState<Load | null>(null)
  const [failed, setFailed] = useState<{ error: unknown } | null>(null)
  const view = fetched.get(load)
  useEffect(() => {
    if (view || !mayLoad) return undefined
    let gone = false
    void fetchView(load).then(
      () => gone || show(() => setCame(() => load)),
      (error: unknown) => gone || setFailed({ error }),
    )
    return () => {
      gone = true
    }
  }, [load, view, mayLoad])
  // For the boundary around it.
  if (failed) throw failed.error
  return view ? createElement(view) : waiting
}
