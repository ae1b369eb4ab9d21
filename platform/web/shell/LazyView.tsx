import { pause } from '../page/pause.ts'
import { type ComponentType, createElement, type ReactNode, startTransition, useEffect, useState } from 'react'
import type { Load } from './area.ts'

const fetched = new Map<Load, ComponentType>()

/** Longer than that, a view shows its own placeholders. */
const BEGIN_MS = 400

/** Loads a view's code, and for a moment what it begins with; once loaded, the view is rendered at once wherever it is shown. */
export async function fetchView(load: Load): Promise<void> {
  if (fetched.has(load)) return
  const { default: view, begin } = await load()
  fetched.set(load, view)
  // If it fails, the view asks again and says so.
  if (begin) await Promise.race([begin().catch(() => undefined), pause(BEGIN_MS)])
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
}

/**
 * Shows a door's `load`. Replaces React's lazy and Suspense, which keep a skeleton for 300 ms once shown, although the
 * code arrives in 30.
 */
export function LazyView({ load, waiting }: LazyViewProps) {
  const [, setCame] = useState<Load | null>(null)
  const [failed, setFailed] = useState<{ error: unknown } | null>(null)
  const view = fetched.get(load)
  useEffect(() => {
    if (view) return undefined
    let gone = false
    void fetchView(load).then(
      () => gone || show(() => setCame(() => load)),
      (error: unknown) => gone || setFailed({ error }),
    )
    return () => {
      gone = true
    }
  }, [load, view])
  // For the boundary around it.
  if (failed) throw failed.error
  return view ? createElement(view) : waiting
}
