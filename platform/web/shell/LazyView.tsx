import { type ComponentType, createElement, lazy } from 'react'
import type { Load } from '../area.ts'

const made = new Map<Load, ComponentType>()

/** Fetches a view's code ahead: if it has come when the view is first drawn, it is drawn at once, with no skeleton in between. */
export async function fetchView(load: Load): Promise<void> {
  const { default: view } = await load()
  if (!made.has(load)) made.set(load, view)
}

/** Shows a door's `load`: the same component every time, or the view would start over at every render. */
export function LazyView({ load }: { load: Load }) {
  let component = made.get(load)
  if (!component) {
    component = lazy(load)
    made.set(load, component)
  }
  return createElement(component)
}
