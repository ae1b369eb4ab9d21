// PostgreSQL's own recovery to a point in time, as docs/reference-data.md describes it, and what was erased after that
// point.
import { appendFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPostgres } from '#platform/server/db/open.ts'
import { postgresBinaries, testCluster, type TestCluster } from '#platform/server/db/test-cluster.ts'
import { effort, tried } from '../../../checks/effort.ts'
import { portalProcess, type Process } from '../test-process.ts'
import { fill } from '../test-template.ts'
import { archiveIn, archiveSettings, lastBase, recoverySettings, runNight } from './archive-guide-fixture.ts'

const binaries = postgresBinaries()
// Takes three minutes, because erasures are written to the file store once a minute.
const inFull = effort({ sample: false, full: true })

describe.skipIf(binaries === null || !inFull)('a recovery to a point in time', () => {
  let cluster: TestCluster
  let address: string
  let portal: Process
  let bearer: string
  const patience = { timeout: 150_000, interval: 500 }

  beforeAll(async () => {
    cluster = await testCluster(binaries as string, (own) => {
      const { archive_timeout: _soon, ...settings } = archiveSettings(own)
      return settings
    })
    cluster.run('mkdir', archiveIn(cluster.folder))
    address = await cluster.database('linjen')
    portal = await portalProcess()
    const opened = openPostgres(address)
    await fill(opened, portal.dataDir)
    await opened.close()
    await start()
  }, 300_000)
  afterAll(async () => {
    await portal?.remove()
    await cluster?.remove()
  })

  const start = async () => {
    await portal.start({ DATABASE_URL: address })
    bearer = await portal.signIn('anna')
  }
  async function ask(method: string, path: string, body?: object) {
    const answer = await fetch(`${portal.origin}${path}`, {
      method,
      headers: { authorization: `Bearer ${bearer}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const { result } = await answer.json()
    return { status: answer.status, result }
  }
  const newsId = async (): Promise<number> => (await ask('GET', '/api/nyheter/getregion?page=1')).result.items[0].id
  const comments = async (): Promise<string[]> => {
    const { status, result } = await ask('GET', `/api/nyheter/getcomments?newsId=${await newsId()}`)
    expect(status).toBe(200)
    return result.map(({ bodyText }: { bodyText: string }) => bodyText)
  }
  const comment = async (bodyText: string): Promise<number> =>
    (await ask('POST', '/api/nyheter/addcomment', { bodyText, newsItemId: await newsId() })).result.id
  const remove = async (id: number) =>
    expect((await ask('DELETE', `/api/nyheter/deletecomment?commentId=${id}`)).status).toBe(200)
  async function query<Row>(statement: ReturnType<typeof sql<Row>>): Promise<Row[]> {
    const opened = openPostgres(address)
    try {
      return (await statement.execute(opened.longWork)).rows
    } finally {
      await opened.close()
    }
  }
  const point = (name: string) => query(sql`select pg_create_restore_point(${name})`)

  /** Replaces the data folder with the base backup and recovers to the named point. */
  async function recoverTo(name: string): Promise<void> {
    await cluster.kill()
    const before = join(cluster.folder, `before-${name}`)
    await rename(cluster.data, before)
    cluster.run('cp', '-a', lastBase(cluster.folder), cluster.data)
    const { restore_command: command, recovery_target_action: action } = recoverySettings(cluster.folder)
    // WAL that had not been archived yet is in the folder that was set aside.
    const from = `${command} || cp ${before}/pg_wal/%f %p`
    const settings = [
      `restore_command = '${from}'`,
      `recovery_target_name = '${name}'`,
      `recovery_target_action = '${action}'`,
    ]
    await appendFile(join(cluster.data, 'postgresql.auto.conf'), `${settings.join('\n')}\n`)
    cluster.run('touch', join(cluster.data, 'recovery.signal'))
    await cluster.start()
    const isOpen = () => query(sql<{ busy: boolean }>`select pg_is_in_recovery() as busy`).then(([row]) => row?.busy)
    await expect.poll(isOpen, patience).toBe(false)
  }

  test('keeps erased what was erased after it, by the next start of a portal that was stopped', async (context) => {
    runNight(cluster)
    await setTimeout(1000)
    runNight(cluster)
    const regretted = await comment('Ångrar mig')
    await comment('Står kvar')
    await point('first')
    await remove(regretted)
    await comment('Efter punkten')
    await portal.stop()
    await recoverTo('first')
    const rows = await query(sql<{ body: string }>`select body from news_comments`)
    expect(rows.map(({ body }) => body)).toEqual(expect.arrayContaining(['Ångrar mig', 'Står kvar']))
    await start()
    const there = await comments()
    expect(there).toContain('Står kvar')
    expect(there).not.toContain('Ångrar mig')
    expect(there).not.toContain('Efter punkten')
    tried(context, 1)
  }, 300_000)

  test('keeps it erased where the portal runs on, within a minute or two', async (context) => {
    const regretted = await comment('Ångrar mig också')
    await comment('Står också kvar')
    await point('second')
    await remove(regretted)
    const unkept = () => query(sql<{ n: number }>`select count(*)::int as n from erasures where kept_at is null`)
    await expect.poll(unkept, patience).toEqual([{ n: 0 }])
    // The timeline of the first recovery is in the archive too.
    await rm(join(cluster.folder, 'before-first'), { recursive: true })
    await recoverTo('second')
    await expect.poll(async () => (await ask('GET', '/api/user/profile')).status, patience).toBe(200)
    await expect.poll(comments, patience).not.toContain('Ångrar mig också')
    expect(await comments()).toContain('Står också kvar')
    expect(portal.output()).toContain('erased again: the database is one of before')
    tried(context, 1)
  }, 600_000)
})
