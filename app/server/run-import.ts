import { ImportRefused, type Importer, type Platform } from '#platform/server/area.ts'
import type { ControlRequest } from '#platform/server/control.ts'
import { areas } from './areas.ts'

export const importers: readonly Importer[] = areas.flatMap((area) => area.importers ?? [])

// One import at a time: two of the same feed would tell differences that no longer hold.
let last: Promise<unknown> = Promise.resolve()

/** Runs one import after those under way. Throws ImportRefused with nothing changed. */
export function runImport(request: ControlRequest, platform: Platform, tell: (line: string) => void): Promise<void> {
  const importer = importers.find(({ kind }) => kind === request.kind)
  if (!importer) throw new ImportRefused([`Det finns ingen import som heter ${request.kind}.`])
  const run = last.then(() => importer.run(request, platform, tell))
  last = run.catch(() => undefined)
  return run
}
