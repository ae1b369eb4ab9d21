import { useSyncExternalStore } from 'react'

function watching(query: string) {
  let list: MediaQueryList | undefined
  const asked = () => (list ??= matchMedia(query))
  const watch = (watcher: () => void) => {
    asked().addEventListener('change', watcher)
    return () => asked().removeEventListener('change', watcher)
  }
  const read = () => asked().matches
  return () => useSyncExternalStore(watch, read)
}

/** Sidebar and tables; narrower screens have the bottom bar and cards. */
export const useWide = watching('(min-width: 992px)')

/** Room for 'Mina länkar' in the header: one pixel more, as specified. */
export const useHeaderLinks = watching('(min-width: 993px)')

/** The word for the device: 'på telefonen'. */
export const deviceName = (): 'datorn' | 'telefonen' =>
  matchMedia('(min-width: 992px) and (pointer: fine)').matches ? 'datorn' : 'telefonen'
