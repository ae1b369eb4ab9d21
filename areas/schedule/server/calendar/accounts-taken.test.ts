// A calendar address needs no sign-in, so it must not outlive the account by which somebody may have made it.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { recordedErasures } from '#platform/server/erasures.ts'
import { importers } from '../../../../app/server/run-command.ts'
import { testPlatform } from '../../../../app/server/test-platform.ts'
import { testPortal, type TestPortal } from '../../../../app/server/test-portal.ts'

const issuer = 'https://login.example/norr'

let portal: TestPortal
beforeAll(async () => {
  portal = await testPortal()
})
afterAll(() => portal.close())
beforeEach(() => {
  portal.clock.now = new Date(portal.clock.now.getTime() + 31_000)
})

const numberOf = async (userName: string) =>
  (await sql<{ number: string }>`select number from employees where user_name = ${userName}`.execute(portal.db))
    .rows[0]!.number
const link = (userName: string, subject: string) =>
  sql`insert into identities (issuer, subject, employee_id)
    select ${issuer}, ${subject}, id from employees where user_name = ${userName}`.execute(portal.db)
const share = async (userName: string): Promise<string> =>
  (await portal.send(userName, 'POST', '/api/bpl/kalender', { body: { visar: 'linje', nyAdress: false } })).body.result
    .adress
const statusOf = async (address: string) =>
  (await portal.app.inject({ url: new URL(address).pathname, headers: { host: 'localhost' } })).statusCode
const endedAddresses = async () =>
  (await recordedErasures(portal.db)).filter(({ kind }) => kind === 'calendar address').length

test('an address ends when the office unlinks an account of its employee, and stays ended after a restore', async () => {
  await link('omar', 'wrong')
  const [address, others, ended] = [await share('omar'), await share('nermin'), await endedAddresses()]
  const account = { anstid: await numberOf('omar'), utfardare: issuer }
  const unlink = async (konto: string) =>
    (await portal.send('jenny', 'POST', '/api/kontor/anstallda/koppla-bort', { body: { ...account, konto } })).body
      .result
  expect(await unlink('not-linked')).toEqual({ andrat: false })
  expect(await statusOf(address)).toBe(200)
  expect(await unlink('wrong')).toEqual({ andrat: true })
  expect([await statusOf(address), await statusOf(others)]).toEqual([404, 200])
  expect(await endedAddresses()).toBe(ended + 1)
  expect(await statusOf(await share('omar'))).toBe(200)
})

test('an address ends when an import moves an account from its employee to another', async () => {
  await link('amina', 'moved')
  await link('zahra', 'kept')
  const [from, to, kept] = [await share('amina'), await share('cecilia'), await share('zahra')]
  const ended = await endedAddresses()
  const folder = await mkdtemp(join(tmpdir(), 'linjen-accounts-taken-'))
  const source = join(folder, 'konton.csv')
  const rows = [`${await numberOf('cecilia')};${issuer};moved`, `${await numberOf('zahra')};${issuer};kept`]
  await writeFile(source, ['anstid;issuer;subject', ...rows].join('\n'))
  const request = { source, company: 'norr', options: {} }
  const bring = async (dryRun: boolean) =>
    importers
      .find(({ kind }) => kind === 'identities')!
      .run({ ...request, dryRun }, await testPlatform(portal), () => undefined)
  await bring(true)
  expect(await statusOf(from)).toBe(200)
  await bring(false)
  await rm(folder, { recursive: true })
  expect([await statusOf(from), await statusOf(to), await statusOf(kept)]).toEqual([404, 200, 200])
  expect(await endedAddresses()).toBe(ended + 1)
})
