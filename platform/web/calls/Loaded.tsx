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
  /** How many times the load has failed in total. */
  readonly errorUpdateCount: number
  refetch: () => Promise<unknown>
  /** Set if the data is a copy that the phone has kept. */
  readonly copy?: ShownCopy | undefined
}

interface LoadedProps<Data> {
  /** The result of useCall. */
  of: Load<Data>
  loadingText?: string
  /** Instead of the plain skeleton. */
  skeleton?: ReactNode
  /** Describes the loaded data for a screen reader: 'Inga tjänster i november'. */
  said?: (data: Data) => string
  /** Whether the employee asked for this content, so that it is announced although the screen opens with it. */
  asked?: boolean
  children: (data: Data) => ReactNode
}

/**
 * The states of a load: loading, failed with 'Försök igen', loaded, or a kept copy with its time. A list is emptied when its load
 * fails.
 */
export function Loaded<Data>({ of, loadingText, skeleton, said, asked, children }: LoadedProps<Data>) {
  const pressed = useRef(false)
  const retry = () => {
    pressed.current = true
    void of.refetch()
  }
  const { data, isError } = of
  useAnnounced(data === undefined || isError ? undefined : said?.(data), asked)
  // While a failed load is tried again, by its button or by itself, it has no error. The failure and its button stay until it has
  // ended.
  const [last, setLast] = useState(of.error)
  if (of.error !== null && of.error !== last) setLast(of.error)
  const again = data === undefined && of.isFetching && of.errorUpdateCount > 0
  const error = of.error ?? (again ? last : null)
  useEffect(() => {
    // The button has been removed now, which may be a moment after the load has ended.
    if (error !== null || !pressed.current) return
    pressed.current = false
    focusHeading()
  }, [error])
  if (error) return <Failed error={error} busy={of.isFetching} onRetry={retry} />
  if (data === undefined || isError) return skeleton ?? <Skeleton text={loadingText} />
  return (
    // Always the same element, because otherwise React would remount the content when the answer replaces the copy.
    <div className={of.copy ? undefined : styles['fresh']}>
      {of.copy && <LazyStamp copy={of.copy} onRetry={() => void of.refetch()} />}
      {children(data)}
    </div>
  )
}

const Stamp = lazy(() => import('./Stamp.tsx'))

/** The time of a copy. The code is fetched with the first copy. */
export function LazyStamp(props: { copy: ShownCopy; onRetry: () => void }) {
  return (
    <Suspense>
      <Stamp {...props} />
    </Suspense>
  )
}
