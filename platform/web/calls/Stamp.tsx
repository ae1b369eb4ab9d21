import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { wallClockIn } from '#platform/contract/wall-clock.ts'
import { useElapsed, useWallClock } from '../page/now.ts'
import { useStore } from '../page/use-store.ts'
import { createStore } from '../page/watch.ts'
import type { ShownCopy } from '../phone/copies.ts'
import { variant } from '../page/variant.ts'
import { Button } from '../ui/Button.tsx'
import { classes } from '../ui/class-names.ts'
import { Icon } from '../ui/Icon.tsx'
import { clockIcon, warningIcon } from '../ui/icons.ts'
import { isOld, stampText, together } from './stamp-text.ts'
import styles from './Stamp.module.css'

interface Mark {
  readonly at: number
  readonly text: string
  readonly marked: boolean
  readonly failing: boolean
  readonly retry: () => void
}

// The copies that parts of the screen show. A time that is common to several is shown once, above them.
let marks: readonly Mark[] = []
const common = createStore<readonly Mark[]>([])

function set(next: readonly Mark[]): void {
  marks = next
  common.set(together(marks))
}

/** The time of data that could not be refreshed: 'Uppdaterad 05:12', marked if it is old. */
export default function Stamp({ copy: { at, failing }, onRetry }: { copy: ShownCopy; onRetry: () => void }) {
  const now = useWallClock()
  const then = wallClockIn(variant.timeZone, new Date(at))
  // In the hour that comes twice in October, the wall clock says of a fresh copy that it is from a time to come.
  const old = isOld(useElapsed(at))
  const text = stampText(then, now, { failing, old })
  const marked = failing || old
  const retry = useRef(onRetry)
  useEffect(() => {
    retry.current = onRetry
  })
  const [mark, setMark] = useState<Mark>()
  useLayoutEffect(() => {
    const own = { at, text, marked, failing, retry: () => retry.current() }
    setMark(own)
    set([...marks, own])
    return () => set(marks.filter((each) => each !== own))
  }, [at, text, marked, failing])
  const told = useStore(common).some((each) => each === mark)
  return told ? null : <Line text={text} marked={marked} onRetry={failing ? onRetry : undefined} />
}

/** The time of the oldest copy, for several parts of a screen. */
export function CommonStamp() {
  const said = useStore(common)
  const [oldest] = said
  if (!oldest) return null
  const retryAll = () => {
    for (const { retry } of said) retry()
  }
  return <Line text={oldest.text} marked={oldest.marked} onRetry={oldest.failing ? retryAll : undefined} />
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
