import type { Load } from './area.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { useLateCode } from './late-code.ts'

/** A part of the frame whose code is requested until it comes. Shows nothing until then, or if it crashes. */
export function LatePart({ name, load }: { name: string; load: Load }) {
  const { code } = useLateCode(name, load)
  return (
    code && (
      <ErrorBoundary silent>
        <code.default />
      </ErrorBoundary>
    )
  )
}
