import type { ReactNode } from 'react'
import { Failed } from './Notice.tsx'
import { Skeleton } from './Skeleton.tsx'

interface Load<Data> {
  readonly data: Data | undefined
  readonly isError: boolean
  readonly isFetching: boolean
  refetch: () => unknown
}

interface LoadedProps<Data> {
  /** What useCall answered. */
  of: Load<Data>
  loadingText?: string
  /** Instead of the plain skeleton. */
  skeleton?: ReactNode
  children: (data: Data) => ReactNode
}

/** The three states of a load: on its way, failed with 'Försök igen', there. A list is emptied when its load fails. */
export function Loaded<Data>({ of, loadingText, skeleton, children }: LoadedProps<Data>) {
  if (of.isError && !of.isFetching) return <Failed onRetry={() => void of.refetch()} />
  if (of.data === undefined || of.isError) return skeleton ?? <Skeleton text={loadingText} />
  return children(of.data)
}
