// PostgreSQL on a small disk in memory that gets full: a file beside the database fills it.
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPostgres } from '#platform/server/db/open.ts'
import { postgresBinaries, testCluster, type TestCluster } from '#platform/server/db/test-cluster.ts'
import { effort, tried } from '../../checks/effort.ts'
import { mountDisk, unmountDisk } from './test-disk.ts'
import { portalProcess, type Process } from './test-process.ts'
import { fill } from './test-template.ts'

const binaries = postgresBinaries()
// Takes half a minute. `npm test` covers a full disk of files (files/files.test.ts) and an unavailable database instead.
const wanted = effort({ sample: false, full: true })
const MiB = 1024 ** 2

function smallDisk(): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'linjen-full-'))
  if (mountDisk(folder, 400)) return folder
  rmSync(folder, { recursive: true })
  return null
}
const disk = wanted && binaries !== null ? smallDisk() : null

describe.skipIf(disk === null)('a database whose disk is full', () => {
  const ballast = join(disk ?? '', 'ballast')
  let cluster: TestCluster
  let address: string
  let portal: Process
  let bearer: string

  beforeAll(async () => {
    // The write-ahead log is on the same disk. It is kept small, so that there is room for tables when the disk is full.
    cluster = await testCluster(binaries as string, { max_wal_size: '64MB', min_wal_size: '32MB' }, disk as string)
    address = await cluster.database('linjen')
    portal = await portalProcess()
    const opened = openPostgres(address)
    await fill(opened, portal.dataDir)
    await opened.close()
    await portal.start({ DATABASE_URL: address })
    bearer = await portal.signIn('anna')
  }, 240_000)
  afterAll(async () => {
    await portal?.remove()
    await cluster?.remove()
    unmountDisk(disk as string)
    rmSync(disk as string, { recursive: true })
  })

  const ask = async (path: string, body?: object) => {
    const answer = await fetch(`${portal.origin}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${bearer}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    return {
      status: answer.status,
      retryAfter: answer.headers.get('retry-after'),
      body: (await answer.json()) as unknown,
    }
  }
  const suggest = (title: string) =>
    ask('/api/forslag/', {
      Rubrik: title,
      Bolag: 'norr',
      Beskrivning: `På depån. ${'Längre laddstolpar. '.repeat(90)}`,
    })
  const fillUp = () => {
    const { bavail, bsize } = statfsSync(disk as string)
    // On tmpfs the file takes the rest of the disk and then fails.
    try {
      writeFileSync(ballast, Buffer.alloc(bavail * bsize + MiB))
    } catch (error) {
      expect(error).toMatchObject({ code: 'ENOSPC' })
    }
  }

  test('answers what is read, refuses what it cannot store, and loses nothing that it had acknowledged', async (context) => {
    const acknowledged: string[] = []
    const refused: Awaited<ReturnType<typeof ask>>[] = []
    const write = async (title: string) => {
      const answer = await suggest(title)
      if (answer.status === 200) acknowledged.push(title)
      else refused.push(answer)
    }
    for (let n = 0; n < 20; n++) await write(`Före ${n}`)
    expect(refused).toEqual([])
    fillUp()
    // Table pages with free space still accept some writes.
    for (let n = 0; refused.length < 30; n++) {
      expect(n).toBeLessThan(5000)
      await write(`Fullt ${n}`)
    }
    for (const { status, retryAfter, body } of refused) {
      expect([status, retryAfter, body]).toEqual([
        503,
        '5',
        {
          result: null,
          timestamp: expect.any(String),
          errorMessage: expect.stringMatching(/^Portalen är tillfälligt/),
        },
      ])
    }
    expect((await ask('/api/user/profile')).status).toBe(200)
    expect((await ask('/livez')).status).toBe(200)

    rmSync(ballast)
    await expect.poll(async () => (await suggest('Efteråt')).status, { timeout: 60_000 }).toBe(200)
    const reader = openPostgres(address)
    const { rows } = await sql<{ title: string; times: number }>`
      select title, count(*)::int as times from suggestions group by 1`.execute(reader.db)
    await reader.close()
    const times = new Map(rows.map((row) => [row.title, row.times]))
    expect(acknowledged.filter((title) => times.get(title) !== 1)).toEqual([])
    expect([...times.keys()].filter((title) => title.startsWith('Fullt')).length).toBe(
      acknowledged.filter((title) => title.startsWith('Fullt')).length,
    )
    tried(context, acknowledged.length + refused.length)
  }, 180_000)
})
