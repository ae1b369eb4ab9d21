import { useSyncExternalStore } from 'react'
import type { Store } from './watch.ts'

/** The value of a store. Renders again when it changes. */
export function useStore<Value>({ watch, get }: Store<Value>): Value {
  return useSyncExternalStore(watch, get)
}
