import { wallClockIn } from '#platform/contract/wall-clock.ts'
import { whenText } from '#platform/web/calls/stamp-text.ts'
import { useWallClock } from '#platform/web/page/now.ts'
import { variant } from '#platform/web/page/variant.ts'
import { Notice } from '#platform/web/ui/Notice.tsx'

/** Above a copy of an earlier version, which is all that can be read without coverage. `from` is when it was fetched. */
export function OutdatedCopy({ from }: { from: number }) {
  const fetched = whenText(wallClockIn(variant.timeZone, new Date(from)), useWallClock())
  return <Notice kind="warning">En nyare version finns. Det här är den som hämtades {fetched}.</Notice>
}
