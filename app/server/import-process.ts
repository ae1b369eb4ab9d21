// The process that a portal on the embedded database starts for an import (import-apart.ts).
import { pino } from 'pino'
import { ImportRefused } from '#platform/server/area.ts'
import { type Answer, borrow, sentError } from '#platform/server/db/lent.ts'
import { variantsOf } from '#platform/server/variants.ts'
import { endWork } from '#platform/server/work-process/in-work-process.ts'
import { goLast } from '#platform/server/work-process/low-priority.ts'
import { readPortalConfig } from './config.ts'
import { runCommand } from './run-command.ts'
import { goOnUnread } from './unread-output.ts'
import type { Begun, Said } from './import-apart.ts'

goOnUnread()
goLast()
// When the portal's end of the channel closes, or a message cannot be sent, the database is gone and this process has
// to end.
process.on('disconnect', endWork)
process.on('error', endWork)
// A terminal sends these signals to the portal too, which then ends this process.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined)

const ALIVE_MS = 10_000

const say = (said: Said) => void process.send?.(said)
setInterval(() => say({ alive: true }), ALIVE_MS).unref()
const now = () => new Date()
const { db, take } = borrow((question) => say({ question }))

process.once('message', ({ request, variants, version }: Begun) => {
  process.on('message', (answer: Answer) => take(answer))
  void carryOut().then(say)

  async function carryOut(): Promise<Said> {
    try {
      const config = readPortalConfig(process.env)
      const log = pino({ level: config.logLevel, base: null })
      const platform = { db, clock: now, config, variants: variantsOf(config.variantsDir, variants), log, version }
      await runCommand(request, platform, { dump: null }, (line) => say({ line }))
      return { done: true }
    } catch (error) {
      if (!(error instanceof ImportRefused)) return { failed: sentError(error) }
      return { refused: error.lines, ...(error.cause instanceof Error && { cause: sentError(error.cause) }) }
    }
  }
})
