import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ImportRefused, type Platform } from '#platform/server/area.ts'
import { readConfig } from '#platform/server/config.ts'
import { WrongSetting } from '#platform/server/settings.ts'
import { testPortal, type TestPortal } from '../../../app/server/test-portal.ts'
import { testPayslipKey } from '../../../app/server/test-template.ts'
import { payslips } from './index.ts'
import { named } from './keys.ts'
import { payslipSettings } from './settings.ts'

const newKey = Buffer.alloc(32, 'new').toString('base64')
const foreignKey = Buffer.alloc(32, 'foreign').toString('base64')
const idOf = (key: string) => named(Buffer.from(key, 'base64')).id

let portal: TestPortal
let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'linjen-rekey-'))
  portal = await testPortal({ PAYSLIP_KEY: newKey, PAYSLIP_KEYS_OLD: testPayslipKey })
})
afterAll(async () => {
  await portal.close()
  await rm(dataDir, { recursive: true, force: true })
})

const platformWith = (key: string, old = ''): Platform => {
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir, PAYSLIP_KEY: key, PAYSLIP_KEYS_OLD: old }, [
    payslipSettings,
  ])
  return { db: portal.db, config } as Platform
}
const check = (key: string, old?: string) => payslips.checkAtStart?.(platformWith(key, old))

async function rekey(key: string, old?: string): Promise<{ printed: string[]; refused: readonly string[] }> {
  const printed: string[] = []
  const running = payslips.rekey?.(platformWith(key, old), (line) => void printed.push(line))
  const refused = await running?.then(
    () => [],
    (error: unknown) => (error instanceof ImportRefused ? error.lines : Promise.reject(error)),
  )
  return { printed, refused: refused ?? [] }
}

async function keysInUse(): Promise<Record<string, number>> {
  const { rows } = await sql<{ key: string; count: number }>`
    select coalesce(key_id, 'none') as key, count(*)::int as count from payslips group by 1`.execute(portal.db)
  return Object.fromEntries(rows.map(({ key, count }) => [key, count]))
}

async function opensHers(): Promise<boolean> {
  const list = await portal.send('anna', 'GET', '/api/lonespec/kontek/getspeclist')
  const answers = []
  for (const { salaryPeriodId } of list.body.result) {
    answers.push(
      await portal.send('anna', 'GET', `/api/lonespec/kontek/downloadspec/?salaryPeriodId=${salaryPeriodId}`),
    )
  }
  return answers.length === 8 && answers.every(({ status }) => status === 200)
}

test('a payslip has its key’s id, and is opened with an old key', async () => {
  expect(Object.keys(await keysInUse())).toEqual([idOf(testPayslipKey)])
  expect(await opensHers()).toBe(true)
})

test('the portal does not start with keys that do not match, and says which is missing', async () => {
  await check(testPayslipKey)
  await check(newKey, testPayslipKey)
  const refusal = check(foreignKey, newKey)
  await expect(refusal).rejects.toThrow(WrongSetting)
  await expect(refusal).rejects.toThrow(
    new RegExp(
      `^PAYSLIP_KEY passar inte: \\d+ lagrade .* \\(${idOf(testPayslipKey)}\\)\\. Ange den i PAYSLIP_KEYS_OLD\\.$`,
    ),
  )
})

test('payslips from before keys had ids are tried, opened and given an id', async () => {
  await sql`update payslips set key_id = null`.execute(portal.db)
  expect(await opensHers()).toBe(true)
  await check(newKey, testPayslipKey)
  await expect(check(newKey)).rejects.toThrow(/^PAYSLIP_KEY passar inte: lagrade lönebesked [^\n]+$/)
  const all = (await keysInUse()).none ?? 0
  const { printed } = await rekey(newKey, testPayslipKey)
  expect(printed.slice(-2)).toEqual([
    `${all} lönebesked omkrypterade med nyckel ${idOf(newKey)}.`,
    'Klart. Inget lönebesked behöver nycklarna i PAYSLIP_KEYS_OLD längre.',
  ])
  expect(await keysInUse()).toEqual({ [idOf(newKey)]: all })
  expect(await opensHers()).toBe(true)
  await check(newKey)
})

test('after an interruption, a second run does the rest', async () => {
  const all = (await keysInUse())[idOf(newKey)] as number
  const platform = platformWith(testPayslipKey, newKey)
  // As if a process had been killed midway: some payslips have the new key, others the old one.
  await payslips.rekey?.(platform, () => {})
  await sql`create table kept as select id, key_id, sealed from payslips where id % 2 = 0`.execute(portal.db)
  await rekey(newKey, testPayslipKey)
  const { rows: some } = await sql`
    update payslips p set key_id = k.key_id, sealed = k.sealed from kept k where k.id = p.id returning 1`.execute(
    portal.db,
  )
  expect(await opensHers()).toBe(true)
  const { printed } = await rekey(newKey, testPayslipKey)
  expect(printed[0]).toBe(`${some.length} lönebesked omkrypterade med nyckel ${idOf(newKey)}.`)
  expect(await keysInUse()).toEqual({ [idOf(newKey)]: all })
  expect(await opensHers()).toBe(true)
  await rekey(testPayslipKey, newKey)
})

test('two runs at the same time re-encrypt each payslip once, while employees open theirs', async () => {
  const all = Object.values(await keysInUse())[0] as number
  const [first, second, opened] = await Promise.all([
    rekey(newKey, testPayslipKey),
    rekey(newKey, testPayslipKey),
    opensHers(),
  ])
  const sum = [first, second].reduce((total, { printed }) => total + Number(printed.at(-2)?.split(' ')[0]), 0)
  expect([sum, opened]).toEqual([all, true])
  expect(await keysInUse()).toEqual({ [idOf(newKey)]: all })
  expect(await opensHers()).toBe(true)
})

test('payslips added with an old key while it runs are re-encrypted too', async () => {
  const all = (await keysInUse())[idOf(newKey)] as number
  await sql`create table before_rekey as select id, key_id, sealed from payslips order by id limit 1`.execute(portal.db)
  let asked = 0
  const db = portal.db.withPlugin({
    transformQuery: ({ node }) => node,
    // Changed after the first batch was read, and before the position that the run has reached.
    async transformResult({ result }) {
      if (++asked === 2) {
        await sql`
          update payslips p set key_id = k.key_id, sealed = k.sealed from before_rekey k where k.id = p.id`.execute(
          portal.db,
        )
      }
      return result
    },
  })
  await payslips.rekey?.({ ...platformWith(testPayslipKey, newKey), db }, () => {})
  expect(await keysInUse()).toEqual({ [idOf(testPayslipKey)]: all })
  expect(await opensHers()).toBe(true)
  await rekey(newKey, testPayslipKey)
})

test('one that no key opens is left unchanged, and reported', async () => {
  const { rows } = await sql<{ id: number }>`
    update payslips set key_id = ${idOf(foreignKey)} where id = (select min(id) from payslips)
    returning id`.execute(portal.db)
  expect((await rekey(newKey, testPayslipKey)).refused).toEqual([
    `1 lönebesked öppnas inte med någon av nycklarna och är kvar som de var: id ${rows[0]?.id}`,
  ])
  expect((await keysInUse())[idOf(foreignKey)]).toBe(1)
})

test('only what no key opens is removed, also among those from before keys had ids', async () => {
  const counts = Object.values(await keysInUse())
  const rollback = new Error('as it was')
  const removed: (number | undefined)[] = []
  const work = portal.db.transaction().execute(async (tx) => {
    // Also the payslip that names another key than the one it is encrypted with.
    await sql`update payslips set key_id = null where id % 2 = 0 or key_id = ${idOf(foreignKey)}`.execute(tx)
    const remove = async (...keys: readonly string[]) =>
      payslips.removeUnreadable?.({ ...platformWith(foreignKey, keys.join(',')), db: tx })
    removed.push(await remove(testPayslipKey, newKey), await remove())
    throw rollback
  })
  await expect(work).rejects.toBe(rollback)
  expect(removed).toEqual([0, counts.reduce((sum, count) => sum + count, 0)])
})
