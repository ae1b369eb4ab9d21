import { DataDirBusy } from '#platform/server/control.ts'
import { MetricsPortTaken } from './serve-metrics.ts'
import { NotInstalled } from '#platform/server/not-installed.ts'
import { WrongSetting } from '#platform/server/settings.ts'
import { Unavailable } from '#platform/server/unavailable.ts'

/** One line for the operator, without any part of an address; null for an unexpected error. */
export function knownFailure(error: unknown): string | null {
  if (error instanceof WrongSetting || error instanceof DataDirBusy || error instanceof NotInstalled)
    return error.message
  if (error instanceof Unavailable) {
    const code = (error.cause as { code?: string } | undefined)?.code
    // A standby and a database on a full disk answer, but accept no migration.
    return code
      ? `Databasen kan inte användas just nu (${code}). Försök igen.`
      : 'Databasen slutade svara. Försök igen.'
  }
  if (error instanceof MetricsPortTaken) return 'Porten för mätvärden är upptagen. Välj en annan med METRICS_PORT.'
  const { code, syscall } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE') return 'Porten är upptagen. Välj en annan med PORT.'
  // The machine does not have this address, the name is unknown, or the port is below 1024.
  if (code && (syscall === 'listen' || syscall === 'getaddrinfo'))
    return `Det går inte att lyssna där HOST och PORT eller METRICS_HOST och METRICS_PORT säger (${code}).`
  return null
}
