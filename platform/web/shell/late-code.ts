import { useQuery } from '@tanstack/react-query'

const AGAIN_MS = 10_000

interface LateCode<Code> {
  /** Undefined until it has come. */
  readonly code: Code | undefined
  /** Whether it has failed to come at least once. */
  readonly failed: boolean
}

/**
 * Code that the frame needs only sometimes. While `needed`, it is requested until it comes, because the frame is as old as the page: React's
 * `lazy` would keep a failure until the page is reloaded. `name` identifies the code.
 */
export function useLateCode<Code>(name: string, load: () => Promise<Code>, needed = true): LateCode<Code> {
  const { data, failureCount } = useQuery({
    queryKey: ['code', name],
    queryFn: load,
    enabled: needed,
    retry: true,
    retryDelay: AGAIN_MS,
    staleTime: 'static',
    gcTime: Infinity,
  })
  return { code: data, failed: failureCount > 0 }
}
