import { afterPaint } from '#platform/web/page/after-paint.ts'
import { prepare, startCalls } from '#platform/web/shell/boot.ts'
import { early } from './early.ts'
import { isPainted, paintFirst } from './first-paint.ts'

prepare()
// First, since the phone's copy is shown without any call.
void paintFirst(early)
startCalls(early)

// A built page only fetches the main script, and this one runs it: after a frame if the phone's copy is shown. On a repeated visit both scripts
// come from the phone at the same moment, and running the main script takes longer than all that was before it.
if (import.meta.env.PROD) {
  const { href } = document.querySelector<HTMLLinkElement>('#main')!
  const run = () => void import(/* @vite-ignore */ href)
  if (isPainted()) afterPaint(run)
  else run()
}
