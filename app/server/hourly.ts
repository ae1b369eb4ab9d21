import type { Platform, ServerArea } from '#platform/server/area.ts'
import { forgetOldKeys } from '#platform/server/http/once.ts'

const HOUR = 3_600_000

/** Runs every area's tidying now and each hour. Answers how to stop, waiting for what is under way. */
export function everyHour(platform: Platform, areas: readonly ServerArea[]): () => Promise<void> {
  const tidy = async () => {
    await forgetOldKeys(platform.db, platform.clock())
    for (const area of areas) await area.hourly?.(platform)
  }
  const run = () =>
    tidy().catch((error: Error) =>
      platform.log.error({ err: { type: error.name, message: error.message } }, 'hourly work failed'),
    )
  let last = run()
  const timer = setInterval(() => {
    last = run()
  }, HOUR)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await last
  }
}
