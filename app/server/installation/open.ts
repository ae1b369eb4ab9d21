import type { Database } from '#platform/server/area.ts'
import type { Config } from '#platform/server/config.ts'
import { holdDataDir, type Serve } from '#platform/server/control.ts'
import { claimFileStores } from '#platform/server/blobs/marker.ts'
import { claimDataDir, refuseAnothersDatabase } from '#platform/server/data-dir.ts'
import { checkWritable } from '#platform/server/files/writable-folder.ts'
import { checkLetters } from '#platform/server/db/letters.ts'
import { migrate } from '#platform/server/db/migrate.ts'
import { openEmbedded, openPostgres, type OpenDatabase } from '#platform/server/db/open.ts'
import { refuseOtherSchema } from '#platform/server/db/portal-schema.ts'
import type { DatabaseProbe } from '#platform/server/db/probe.ts'
import { folderSetAside, refuseUnfinished, setAside } from '#platform/server/db/restore-point.ts'
import { waitForPostgres } from '#platform/server/db/wait.ts'
import { saveCompanies } from '#core/people/server/store.ts'
import { WrongSetting } from '#platform/server/settings.ts'
import { loadVariants, type Variants } from '#platform/server/variants.ts'
import { features, schemas } from '../areas.ts'

export interface Installation {
  /** For requests. */
  readonly db: Database
  /** For commands and jobs. */
  readonly longWork: Database
  /** For checks of whether it is available. */
  readonly probe: DatabaseProbe
  readonly variants: Variants
  readonly pools: OpenDatabase['pools']
  readonly dump: OpenDatabase['dump']
  /** Closes the database and frees the folder. */
  readonly close: () => Promise<void>
}

const tell = (line: string) => void process.stderr.write(`${line}\n`)

/**
 * Opens what the settings name, for the portal and its commands: variants, data folder and database. Migrates the database. Waits up to
 * `patienceMs` for an unavailable file store. Throws WrongSetting or DataDirBusy if something does not match, and leaves nothing open.
 */
export async function openInstallation(config: Config, serve: Serve, patienceMs = 0): Promise<Installation> {
  const variants = await loadVariants(config.variantsDir, features)
  refuseWithoutSignIn(config, variants)
  refuseFull(config, await checkWritable(config.dataDir))
  if (config.databaseUrl) await waitForPostgres(config.databaseUrl, tell)
  const hold = config.databaseUrl ? null : await holdDataDir(config.dataDir, serve)
  let opened: OpenDatabase | null = null
  const close = async () => {
    await opened?.close()
    await hold?.release()
  }
  try {
    // A missing embedded database would be created empty.
    if (!config.databaseUrl) refuseUnfinished(await folderSetAside(config.dataDir))
    opened = config.databaseUrl ? openPostgres(config.databaseUrl) : await openEmbedded(config.dataDir)
    const { db, longWork, probe, pools, dump } = opened
    refuseUnfinished(config.databaseUrl ? await setAside(longWork) : 'none')
    if (config.databaseUrl) {
      await checkLetters(longWork, tell)
      await refuseOtherSchema(longWork)
    }
    await refuseAnothersDatabase(longWork, config.dataDir)
    await migrate(longWork, schemas, { tell })
    await claimDataDir(longWork, config.dataDir)
    await claimFileStores(longWork, config, { tell, limitMs: patienceMs, everyMs: 3000 })
    await saveCompanies(longWork, variants.companies.values())
    return { db, longWork, probe, variants, pools, dump, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** The embedded database must write to open, so it needs room; where the database is on a server, only photos and documents do. */
function refuseFull({ dataDir, databaseUrl }: Config, found: Awaited<ReturnType<typeof checkWritable>>): void {
  if (found !== 'full') return
  if (!databaseUrl) throw new WrongSetting(`DATA_DIR=${dataDir} (disken är full)`)
  tell(`VARNING: DATA_DIR=${dataDir} (disken är full). Bilder och dokument tas inte emot förrän det finns plats.`)
}

/** Without the embedded provider, at least one variant must name its own. */
function refuseWithoutSignIn({ embeddedSignIn, variantsDir }: Config, variants: Variants): void {
  if (embeddedSignIn || variants.all.some(({ signIn }) => signIn.authority)) return
  throw new WrongSetting(
    `VARIANTS_DIR=${variantsDir} (ingen variant har signIn.authority, så ingen kan logga in; ` +
      'EMBEDDED_SIGN_IN=on slår på demons inloggning, där alla lösenord är demo)',
  )
}
