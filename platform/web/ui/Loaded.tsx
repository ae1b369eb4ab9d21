import type { ReactNode } from 'react'
import styles from './Loaded.module.css'
import { Failed } from './Notice.tsx'
import { Skeleton } from './Skeleton.tsx'
import { Stamp } from './Stamp.tsx'

interface Load<Data> {
  readonly data: Data | undefined
  readonly isError: boolean
  readonly isFetching: boolean
  refetch: () => unknown
  /** When it came, milliseconds since 1970, where it is a copy from before. */
  readonly copyOf?: number | undefined
}

interface LoadedProps<Data> {
  /** What useCall answered. */
  of: Load<Data>
  loadingText?: string
  /** Instead of the plain skeleton. */
  skeleton?: ReactNode
  children: (data: Data) => ReactNode
}

/**
 * The states of a load: on its way, failed with 'Försök igen', there, or there from before with the time of it. A list is
 * emptied when its load fails.
 */
export function Loaded<Data>({ of, loadingText, skeleton, children }: LoadedProps<Data>) {
  if (of.isError && !of.isFetching) return <Failed onRetry={() => void of.refetch()} />
  if (of.data === undefined || of.isError) return skeleton ?? <Skeleton text={loadingText} />
  return (
    // Always the same element: another would build what stands in it anew when the copy gives way to the answer.
    <div className={of.copyOf === undefined ? styles['fresh'] : undefined}>
      {of.copyOf !== undefined && <Stamp at={of.copyOf} />}
      {children(of.data)}
    </div>
  )
}
