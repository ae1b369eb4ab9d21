// What docs/reference-data.md says about PostgreSQL's own archive, with a test's folder in place of /mnt/archive.
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { TestCluster } from '#platform/server/db/test-cluster.ts'

/** The first code block after a text in that document. */
function blockAfter(text: string, archive: string): string {
  const guide = readFileSync(new URL('../../../docs/reference-data.md', import.meta.url), 'utf8')
  const [, after] = guide.split(text)
  const block = /^```\w*\n(.*?)^```/ms.exec(after ?? '')?.[1]
  if (!block) throw new Error(`docs/reference-data.md has no block after ${text}`)
  return block.replaceAll('/mnt/archive', archive)
}

const settingsIn = (block: string): Record<string, string> =>
  Object.fromEntries([...block.matchAll(/^(\w+) = '?(.+?)'?$/gm)].map(([, name, value]) => [name, value]))

/** The archive's folder within a cluster's folder. */
export const archiveIn = (folder: string): string => join(folder, 'archive')

/** The server's settings for archiving. */
export const archiveSettings = (folder: string): Record<string, string> =>
  settingsIn(blockAfter('In its `postgresql.conf`:', archiveIn(folder)))

/** The nightly script. Its text sets how many base backups it keeps. */
export const baseScript = (folder: string): string => blockAfter('`/usr/local/sbin/postgres-base`', archiveIn(folder))

/** Runs the script as cron does. */
export const runNight = (cluster: TestCluster, script = baseScript(cluster.folder)): void =>
  cluster.run('sh', '-c', script)

/** The newest base backup in the archive. */
export function lastBase(folder: string): string {
  const bases = readdirSync(archiveIn(folder)).filter((name) => name.startsWith('base-'))
  return join(archiveIn(folder), bases.toSorted().at(-1) ?? 'none')
}

/** The settings of a recovery, including `recovery_target_…`. */
export const recoverySettings = (folder: string): Record<string, string> =>
  settingsIn(blockAfter('`postgresql.auto.conf`', archiveIn(folder)))
