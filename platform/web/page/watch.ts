/** Stops watching. */
type Unwatch = () => void
type Watch = (watcher: () => void) => Unwatch

/** An event, with its listeners. */
export interface Signal {
  readonly watch: Watch
  readonly notify: () => void
}

export function createSignal(): Signal {
  const watchers = new Set<() => void>()
  return {
    watch: (watcher) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    notify: () => {
      for (const watcher of watchers) watcher()
    },
  }
}

/** A value that several parts of the page read. `set` notifies only if the value changes. */
export interface Store<Value> {
  readonly get: () => Value
  readonly set: (next: Value) => void
  readonly watch: Watch
}

export function createStore<Value>(initial: Value): Store<Value> {
  let value = initial
  const changed = createSignal()
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return
      value = next
      changed.notify()
    },
    watch: changed.watch,
  }
}
