import { type ComponentType, createElement, lazy } from 'react'
import type { Load } from '../area.ts'

const made = new Map<Load, ComponentType>()

/** Shows a door's `load`: the same component every time, or the view would start over at every render. */
export function LazyView({ load }: { load: Load }) {
  let component = made.get(load)
  if (!component) {
    component = lazy(load)
    made.set(load, component)
  }
  return createElement(component)
}
