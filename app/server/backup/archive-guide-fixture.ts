// What docs/reference-data.md says of PostgreSQL's own archive, for a folder of a test in place of /mnt/archive.
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { TestCluster } from '#platform/server/db/test-cluster.ts'

/** The block that comes next after a text there. */
function blockAfter(text: string, archive: string): string {
  const guide = readFileSync(new URL('../../../docs/reference-data.md', import.meta.url), 'utf8')
  const [, after] = guide.split(text)
  const block = /^```\w*\n(.*?)^```/ms.exec(after ?? '')?.[1]
  if (!block) throw new Error(`docs/reference-data.md has no block after ${text}`)
  return block.replaceAll('/mnt/archive', archive)
}

const settingsIn = (block: string): Record<string, string> =>
  Object.fromEntries([...block.matchAll(/^(\w+) = '?(.+?)'?$/gm)].map(([, name, value]) => [name, value]))

/** The archive of a cluster whose folder is known. */
export const archiveIn = (folder: string): string => join(folder, 'archive')

/** The server's settings. */
export const archiveSettings = (folder: string): Record<string, string> =>
  settingsIn(blockAfter('In its `postgresql.conf`:', archiveIn(folder)))

/** The script of each night, which keeps as many bases as it says. */
export const baseScript = (folder: string): string => blockAfter('`/usr/local/sbin/postgres-base`', archiveIn(folder))

/** Runs the script as cron does. */
export const runNight = (cluster: TestCluster, script = baseScript(cluster.folder)): void =>
  cluster.run('sh', '-c', script)

/** The newest base of the archive. */
export function lastBase(folder: string): string {
  const bases = readdirSync(archiveIn(folder)).filter((name) => name.startsWith('base-'))
  return join(archiveIn(folder), bases.toSorted().at(-1) ?? 'none')
}

/** The settings of a recovery, `recovery_target_…` among them. */
export const recoverySettings = (folder: string): Record<string, string> =>
  settingsIn(blockAfter('`postgresql.auto.conf`', archiveIn(folder)))
