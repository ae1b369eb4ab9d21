import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import type { ApiError } from '../wire/api-error.ts'
import { useAnnounced } from '../ui/announce.ts'
import type { ShownCopy } from '../phone/copies.ts'
import styles from './Loaded.module.css'
import { Failed } from './Failed.tsx'
import { focusHeading } from '../ui/page-focus.ts'
import { Skeleton } from '../ui/Skeleton.tsx'

interface Load<Data> {
  readonly data: Data | undefined
  readonly error: ApiError | null
  readonly isError: boolean
  readonly isFetching: boolean
  refetch: () => Promise<unknown>
  /** Where it is a copy from before. */
  readonly copy?: ShownCopy | undefined
}

interface LoadedProps<Data> {
  /** What useCall answered. */
  of: Load<Data>
  loadingText?: string
  /** Instead of the plain skeleton. */
  skeleton?: ReactNode
  /** What has come, for a screen reader: 'Inga tjänster i november'. */
  said?: (data: Data) => string
  /** It has been asked for, and is not what the screen opens with. */
  asked?: boolean
  children: (data: Data) => ReactNode
}

/**
 * The states of a load: on its way, failed with 'Försök igen', there, or there from before with the time of it. A list is
 * emptied when its load fails.
 */
export function Loaded<Data>({ of, loadingText, skeleton, said, asked, children }: LoadedProps<Data>) {
  // What failed last, while it is tried again: the button that was pressed stays where it is, with the focus.
  const [again, setAgain] = useState<ApiError | null>(null)
  const pressed = useRef(false)
  const retry = async () => {
    setAgain(of.error)
    pressed.current = true
    await of.refetch()
    setAgain(null)
  }
  const { data, isError } = of
  useAnnounced(data === undefined || isError ? undefined : said?.(data), asked)
  const error = again ?? (of.isFetching ? null : of.error)
  useEffect(() => {
    // When the button is gone, which may be a moment after the load has ended.
    if (error !== null || !pressed.current) return
    pressed.current = false
    focusHeading()
  }, [error])
  if (error) return <Failed error={error} busy={again !== null} onRetry={() => void retry()} />
  if (data === undefined || isError) return skeleton ?? <Skeleton text={loadingText} />
  return (
    // Always the same element: another would build what stands in it anew when the copy gives way to the answer.
    <div className={of.copy ? undefined : styles['fresh']}>
      {of.copy && <LazyStamp copy={of.copy} onRetry={() => void of.refetch()} />}
      {children(data)}
    </div>
  )
}

const Stamp = lazy(() => import('./Stamp.tsx'))

/** Of when a copy is. Its code is fetched with the first one. */
export function LazyStamp(props: { copy: ShownCopy; onRetry: () => void }) {
  return (
    <Suspense>
      <Stamp {...props} />
    </Suspense>
  )
}
