import { pause } from '../page/pause.ts'
import { type ComponentType, createElement, type ReactNode, startTransition, useEffect, useState } from 'react'
import type { Load } from './area.ts'

const fetched = new Map<Load, ComponentType>()

/** How long a view's first answers are waited for, in milliseconds. After that the view shows its own placeholders. */
const BEGIN_MS = 400

/** Loads a view's code, and waits a moment for its first answers. A loaded view is rendered at once wherever it is shown. */
export async function fetchView(load: Load): Promise<void> {
  if (fetched.has(load)) return
  const { default: view, begin } = await load()
  fetched.set(load, view)
  // If this fails, the view makes the call again and shows the failure.
  if (begin) await Promise.race([begin().catch(() => undefined), pause(BEGIN_MS)])
}

let arrived: (() => void)[] = []

/** Views whose code comes at the same time are rendered together, in a transition, so that taps are handled in between. */
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
 * Shows an area's view. Replaces React's lazy and Suspense, which keep a skeleton for 300 ms once it is shown, although the code
 * comes within 30 ms.
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
  // Thrown for the error boundary around this view.
  if (failed) throw failed.error
  return view ? createElement(view) : waiting
}
