import { afterPaint } from '#platform/web/page/after-paint.ts'
import { prepare, startCalls } from '#platform/web/shell/boot.ts'
import { early } from './early.ts'
import { isPainted, paintFirst } from './first-paint.ts'

prepare()
// Comes first, since the phone's copy is shown without any call.
void paintFirst(early)
startCalls(early)

// A built page only fetches the main script. This script runs it, after the next frame if the phone's copy is shown. On a repeated visit
// both scripts come from the phone's cache at the same moment, and running the main script takes longer than everything before it.
if (import.meta.env.PROD) {
  const { href } = document.querySelector<HTMLLinkElement>('#main')!
  const run = () => void import(/* @vite-ignore */ href)
  if (isPainted()) afterPaint(run)
  else run()
}
