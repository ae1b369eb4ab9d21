import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { wallClockIn } from '#platform/contract/wall-clock.ts'
import { useWallClock } from '../now.ts'
import type { ShownCopy } from '../offline/copies.ts'
import { variant } from '../variant.ts'
import { Button } from './Button.tsx'
import { classes } from './class-names.ts'
import { Icon } from './Icon.tsx'
import { clockIcon, warningIcon } from './icons.ts'
import { isOld, mostSaid, stampText } from './stamp-text.ts'
import styles from './Stamp.module.css'

interface Mark {
  readonly text: string
  readonly marked: boolean
  readonly failing: boolean
  readonly retry: () => void
}

// What the parts of the screen have to say of their copies: what several say is said once, above them.
let marks: readonly Mark[] = []
const watchers = new Set<() => void>()

function set(next: readonly Mark[]): void {
  marks = next
  for (const watcher of watchers) watcher()
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

const useCommon = () => useSyncExternalStore(watch, () => mostSaid(marks.map(({ text }) => text)))

/** Of when something is that could not be fetched anew: 'Uppdaterad 05:12', marked when it is old. */
export default function Stamp({ copy: { at, failing }, onRetry }: { copy: ShownCopy; onRetry: () => void }) {
  const now = useWallClock()
  const then = wallClockIn(variant.timeZone, new Date(at))
  const text = stampText(then, now, failing)
  const marked = failing || isOld(then, now)
  const retry = useRef(onRetry)
  useEffect(() => {
    retry.current = onRetry
  })
  useLayoutEffect(() => {
    const mark = { text, marked, failing, retry: () => retry.current() }
    set([...marks, mark])
    return () => set(marks.filter((each) => each !== mark))
  }, [text, marked, failing])
  return useCommon() === text ? null : <Line text={text} marked={marked} onRetry={failing ? onRetry : undefined} />
}

/** What several parts of a screen say of their copies. */
export function CommonStamp() {
  const common = useCommon()
  const first = marks.find(({ text }) => text === common)
  if (!first) return null
  return (
    <Line
      text={first.text}
      marked={first.marked}
      onRetry={
        first.failing
          ? () => {
              for (const { text, retry } of marks) if (text === common) retry()
            }
          : undefined
      }
    />
  )
}

function Line({ text, marked, onRetry }: { text: string; marked: boolean; onRetry: (() => void) | undefined }) {
  return (
    <div className={classes(styles['stamp'], marked && styles['old'])}>
      <Icon path={marked ? warningIcon : clockIcon} size={16} />
      <p>{text}</p>
      {onRetry && (
        <Button kind="quiet" onClick={onRetry}>
          Försök igen
        </Button>
      )}
    </div>
  )
}
