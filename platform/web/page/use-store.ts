import { useSyncExternalStore } from 'react'
import type { Store } from './watch.ts'

/** What a store holds; renders again when that changes. */
export function useStore<Value>({ watch, get }: Store<Value>): Value {
  return useSyncExternalStore(watch, get)
}
