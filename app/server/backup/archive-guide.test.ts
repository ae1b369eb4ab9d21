// Runs the commands of docs/reference-data.md about PostgreSQL's own archive as they are written there.
import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import pg from 'pg'
import { postgresBinaries, testCluster } from '#platform/server/db/test-cluster.ts'
import { archiveIn, archiveSettings, baseScript, recoverySettings, runNight } from './archive-guide-fixture.ts'

const binaries = postgresBinaries()

describe('what the server runs for each segment', () => {
  let folder: string
  let archive: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'linjen-archive-'))
    archive = archiveIn(folder)
    mkdirSync(archive)
    writeFileSync(join(folder, 'segment'), 'whole')
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const archiveIt = (before = '') => {
    const command = archiveSettings(folder)['archive_command'] ?? 'false'
    const line = command.replaceAll('%p', join(folder, 'segment')).replaceAll('%f', '01')
    return spawnSync('sh', ['-c', `${before}${line}`]).status
  }
  const archived = () => readdirSync(archive).map((name) => `${name}: ${readFileSync(join(archive, name), 'utf8')}`)

  test('keeps it, also where the one before broke off, and takes it again after a crash', () => {
    writeFileSync(join(archive, '01.part'), 'wh')
    expect([archiveIt(), archived()]).toEqual([0, ['01: whole']])
    expect([archiveIt(), archived()]).toEqual([0, ['01: whole']])
  })

  test('overwrites nothing', () => {
    writeFileSync(join(archive, '01'), 'another server’s')
    expect([archiveIt(), archived()]).toEqual([1, ['01: another server’s']])
  })

  test('leaves no half under its name where the disk fills', () => {
    expect(archiveIt('cp() { printf wh > "$2"; return 1; }; ')).not.toBe(0)
    expect(archived()).toEqual(['01.part: wh'])
    expect([archiveIt(), archived()]).toEqual([0, ['01: whole']])
  })
})

test.skipIf(binaries === null)('each night has a base, and the archive does not grow for ever', async () => {
  const cluster = await testCluster(binaries as string, archiveSettings)
  const archive = archiveIn(cluster.folder)
  const ask = async (...statements: string[]) => {
    const client = new pg.Client({ connectionString: await cluster.database('postgres') })
    await client.connect()
    try {
      let rows: { n: number }[] = []
      for (const statement of statements) ({ rows } = await client.query(statement))
      return rows[0]?.n
    } finally {
      await client.end()
    }
  }
  const bases = () => readdirSync(archive).filter((name) => name.startsWith('base'))
  const segments = () => readdirSync(archive).filter((name) => /^[0-9A-F]{24}$/.test(name))
  try {
    cluster.run('mkdir', archive)
    await ask('create table nights (n int)')
    const script = baseScript(cluster.folder).replace('head -n -7', 'head -n -2')
    // The leftovers of a night's run that was killed.
    cluster.run('mkdir', join(archive, 'base.part'))
    cluster.run('touch', join(archive, 'base.part', 'half'))
    for (const night of [1, 2, 3]) {
      runNight(cluster, script)
      await ask(`insert into nights values (${night})`, 'select pg_switch_wal()')
      // The names contain the time to the second.
      await setTimeout(1000)
    }
    expect(bases()).toHaveLength(2)
    const label = readFileSync(join(archive, bases()[0]!, 'backup_label'), 'utf8')
    expect(segments()[0]).toBe(/\(file (\w+)\)/.exec(label)?.[1])

    // The older base backup restores everything that was written after it.
    const waiting = "select count(*)::int as n from pg_ls_archive_statusdir() where name like '%.ready'"
    await expect.poll(() => ask(waiting), { timeout: 60_000 }).toBe(0)
    await cluster.kill()
    rmSync(cluster.data, { recursive: true })
    cluster.run('cp', '-a', join(archive, bases()[0]!), cluster.data)
    const { restore_command: command } = recoverySettings(cluster.folder)
    appendFileSync(join(cluster.data, 'postgresql.auto.conf'), `restore_command = '${command}'\n`)
    cluster.run('touch', join(cluster.data, 'recovery.signal'))
    await cluster.start()
    await expect.poll(() => ask('select count(*)::int as n from nights'), { timeout: 60_000 }).toBe(3)
    const settings = ['recovery_target_action', 'recovery_target_time', 'restore_command']
    expect(Object.keys(recoverySettings(cluster.folder)).toSorted()).toEqual(settings)
  } finally {
    await cluster.remove()
  }
})
