import { lazy, type ReactNode, Suspense } from 'react'
import { useAnnounced } from '../ui/announce.ts'
import type { ShownCopy } from '../phone/copies.ts'
import styles from './Loaded.module.css'
import { Failed } from './Failed.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { type Load, useFailure } from './use-failure.ts'

interface ShownLoad<Data> extends Load {
  readonly data: Data | undefined
  /** Set if the data is a copy that the phone has kept. */
  readonly copy?: ShownCopy | undefined
}

interface LoadedProps<Data> {
  /** The result of useCall. */
  of: ShownLoad<Data>
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
  const failure = useFailure(of)
  const data = failure ? undefined : of.data
  useAnnounced(data === undefined ? undefined : said?.(data), asked)
  if (failure) return <Failed {...failure} />
  if (data === undefined) return skeleton ?? <Skeleton text={loadingText} />
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
