import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { longestSearch } from '#platform/contract/search.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { TextField } from '../ui/Field.tsx'
import styles from './SearchFrame.module.css'

interface SearchFrameProps {
  title: string
  typed: string
  onType: (typed: string) => void
  /**
   * Whether the hits belong to the typed text. If Enter is pressed before that, the first hit opens as soon as they do.
   */
  current: boolean
  /** What can be searched, or how much was found. */
  state: string
  onClose: () => void
  /** The hits, as links. */
  children: ReactNode
}

/** A search while it is typed: a field, and hits that the arrow keys move between. The typed text is not stored. */
export function SearchFrame({ title, typed, onType, current, state, onClose, children }: SearchFrameProps) {
  const frame = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  /** The text for which Enter was pressed before its hits had come. */
  const entered = useRef<string | null>(null)
  const hits = () => [...(frame.current?.querySelectorAll('a') ?? [])]

  // Runs after the dialog has opened, which puts the focus on its title.
  useEffect(() => field.current?.focus(), [])
  useEffect(() => {
    if (entered.current !== typed || !current) return
    entered.current = null
    frame.current?.querySelector('a')?.click()
  }, [typed, current])

  const move = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const all = hits()
    const at = all.indexOf(document.activeElement as HTMLAnchorElement)
    if (event.key === 'ArrowDown') (all[at + 1] ?? all[at])?.focus()
    else if (event.key === 'ArrowUp') (all[at - 1] ?? field.current)?.focus()
    else if (event.key === 'Enter' && event.target === field.current) {
      if (current) all[0]?.click()
      else entered.current = typed
    } else return
    event.preventDefault()
    // A list of rows behind the dialog has its own arrow keys.
    event.stopPropagation()
  }

  return (
    <Dialog title={title} broad atTop onClose={onClose}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the field and the links have the keyboard; the arrows move between them */}
      <div ref={frame} className={styles['frame']} onKeyDownCapture={move}>
        <search>
          <TextField
            ref={field}
            label="Vad letar du efter?"
            type="text"
            inputMode="search"
            enterKeyHint="search"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={longestSearch}
            value={typed}
            onChange={({ target }) => onType(target.value)}
          />
        </search>
        <p className={styles['state']} aria-live="polite">
          {state}
        </p>
        {children}
      </div>
    </Dialog>
  )
}
