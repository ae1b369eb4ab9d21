import { ImportRefused, type Importer, type Platform } from '#platform/server/area.ts'

/** A run of an importer as a test asks for it: into Norr, and for good, unless it says otherwise. */
interface Run {
  readonly source: string | null
  readonly company?: string
  readonly dryRun?: boolean
  readonly options?: Readonly<Record<string, string>>
}

/** Runs an importer and returns the lines that it prints. */
export async function printedBy(
  importer: Importer,
  platform: Platform,
  { source, company = 'norr', dryRun = false, options = {} }: Run,
): Promise<string[]> {
  const printed: string[] = []
  await importer.run({ source, company, dryRun, options }, platform, (line) => void printed.push(line))
  return printed
}

/** The lines with which an import is refused; none if it is carried out. Whatever else goes wrong is thrown. */
export const refusalOf = (importing: Promise<unknown>): Promise<readonly string[]> =>
  importing.then(
    () => [],
    (error: unknown) => (error instanceof ImportRefused ? error.lines : Promise.reject(error)),
  )
