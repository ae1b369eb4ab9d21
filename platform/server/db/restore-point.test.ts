// Who is connected to a database on a server, as a restore asks before it takes the tables away.
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPostgres } from './open.ts'
import { othersConnected } from './restore-point.ts'
import { postgresBinaries, testCluster, type TestCluster } from './test-cluster.ts'

const binaries = postgresBinaries()

describe.skipIf(!binaries)('sessions on a server', () => {
  let cluster: TestCluster
  let address: string
  const as = (role: string, more = '') => {
    const url = new URL(address + more)
    url.username = role
    return url.href
  }
  beforeAll(async () => {
    cluster = await testCluster(binaries as string)
    address = await cluster.database('linjen')
    const admin = new pg.Client({ connectionString: address })
    await admin.connect()
    await admin.query('create role linjen login; create role portal login; create role monitor login')
    await admin.end()
  }, 60_000)
  afterAll(() => cluster.remove())

  test.each([
    ['nobody else', [], []],
    ['the same role', ['linjen'], ['linjen']],
    // PostgreSQL hides what they are from a role that is none of its own readers of statistics.
    ['other roles', ['portal', 'monitor'], ['monitor (portal-a)', 'portal (portal-a)']],
  ])('of %s are seen by a role that may not read statistics', async (_what, roles, seen) => {
    const others = roles.map((role) => new pg.Client(as(role, role === 'linjen' ? '' : '?application_name=portal-a')))
    for (const other of others) await other.connect()
    const opened = openPostgres(as('linjen'))
    try {
      expect(await othersConnected(opened.longWork, 300)).toEqual(seen)
    } finally {
      await opened.close()
      for (const other of others) await other.end()
    }
  })

  test('those that have just been closed are waited for', async () => {
    const other = new pg.Client(as('portal'))
    await other.connect()
    const opened = openPostgres(as('linjen'))
    setTimeout(() => void other.end(), 200)
    expect(await othersConnected(opened.longWork, 5000)).toEqual([])
    await opened.close()
  })
})
