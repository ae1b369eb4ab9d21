import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { findByUserName } from '#core/people/server/store.ts'
import { MOST_UNLINKED, noteUnlinked } from '#core/people/server/accounts/unlinked-accounts.ts'
import { printedBy } from '../../../app/server/test-imports.ts'
import { testIssuer, type TestIssuer } from '../../../app/server/test-issuer.ts'
import { testPlatform } from '../../../app/server/test-platform.ts'
import { testPortal, type TestPortal } from '../../../app/server/test-portal.ts'
import { signInWith } from './index.ts'

const unlinkedText = 'Ditt konto är inte kopplat till någon anställd här. Be din chef eller supporten om hjälp.'
const signIn = signInWith(async () => undefined)
const importer = signIn.importers![0]!
const oid = '90847c2a-e29d-4d2f-9f54-c5b4d3f26471'

let provider: TestIssuer
let portal: TestPortal
let folder: string
let number: string

beforeAll(async () => {
  provider = await testIssuer({
    entra: { company: 'norr', signIn: { subjectClaim: 'oid' } },
    keycloak: { company: 'norr' },
    west: { company: 'vast' },
    group: { company: null },
  })
  portal = await testPortal({ VARIANTS_DIR: provider.variantsDir })
  folder = await mkdtemp(join(tmpdir(), 'linjen-accounts-'))
  number = (await findByUserName(portal.db, 'anna', null))[0]!.number
})
afterAll(async () => {
  await portal.close()
  await provider.close()
  await rm(folder, { recursive: true })
})
beforeEach(async () => {
  await sql`delete from identities`.execute(portal.db)
  await sql`delete from unlinked_accounts`.execute(portal.db)
  // After the time within which an account is not recorded again.
  portal.clock.now = new Date(portal.clock.now.getTime() + 3_600_000)
})

interface Tried {
  readonly name?: string | undefined
  readonly sub: unknown
  readonly oid?: unknown
}

/** Requests the profile with a token of the company's own provider. */
async function tries(variant: string, claims: Tried) {
  const host = `${variant}.localhost`
  const token = await portal.token('anna', { host, claims: { iss: provider.issuer, ...claims } })
  return portal.send(null, 'GET', '/api/user/profile', { host, headers: { authorization: `Bearer ${token}` } })
}

const platform = () => testPlatform(portal, { VARIANTS_DIR: provider.variantsDir })

const list = async (company: string, options: Record<string, string> = {}): Promise<string[]> =>
  printedBy(importer, await platform(), { source: null, company, options: { unlinked: 'true', ...options } })

const csv = (company = 'norr') => list(company, { csv: 'true' })

async function bring(text: string): Promise<string[]> {
  const source = join(folder, 'konton.csv')
  await writeFile(source, text)
  return printedBy(importer, await platform(), { source })
}

test('an Entra account is refused, listed, given its employee number in the list, and accepted by its oid', async () => {
  const account = { sub: 'pairwise-and-unknown', oid, name: 'Anna Öberg' }
  const refused = await tries('entra', account)
  expect([refused.status, refused.body.errorMessage]).toEqual([403, unlinkedText])

  const [head, row, ...more] = await csv()
  expect(head).toBe('\uFEFFanstid;issuer;subject;namn;senast;variant')
  expect(row).toMatch(new RegExp(`^;${provider.issuer};${oid};Anna Öberg;2026-11-21 \\d\\d:\\d\\d;entra$`))
  expect(more).toEqual([])

  expect(await bring(`${head}\n${number}${row}\n`)).toContain('1 nytt konto, 0 flyttas, 0 är som förut.')
  expect(await csv()).toEqual([head])
  const { status, body } = await tries('entra', account)
  expect(status).toBe(200)
  expect(body.result).toContainEqual({ type: 'BplUsername', value: 'anna' })
  // The pairwise subject gives no access, with or without somebody else's oid.
  expect((await tries('entra', { sub: oid, oid: 'another' })).status).toBe(403)
})

test('without the claim that the variant names no employee is found, and the log names the claim', async () => {
  const before = portal.logged.length
  expect((await tries('entra', { sub: oid })).status).toBe(401)
  expect((await tries('entra', { sub: 'a', oid: [oid] })).status).toBe(401)
  const refused = portal.logged.slice(before).filter((line) => line.includes('token refused'))
  expect(refused).toHaveLength(2)
  for (const line of refused) expect(JSON.parse(line)).toMatchObject({ claim: 'oid' })
})

test('an employee linked by another claim is found by the subject', async () => {
  await bring(`anstid;issuer;subject\n${number};${provider.issuer};keycloak-1\n`)
  expect((await tries('keycloak', { sub: 'keycloak-1', oid })).status).toBe(200)
})

test('an account is one row with its latest values, and the list is in the order of the attempts', async () => {
  await tries('keycloak', { sub: 'first', name: 'Kim' })
  portal.clock.now = new Date(portal.clock.now.getTime() + 900_000)
  await tries('keycloak', { sub: 'second' })
  portal.clock.now = new Date(portal.clock.now.getTime() + 900_000)
  await tries('keycloak', { sub: 'first', name: 'Kim Ek' })
  const lines = await list('norr')
  expect(lines[0]).toBe('2 konton har försökt logga in utan att höra till någon anställd, det senaste först:')
  expect(lines[1]).toContain('Kim Ek  first')
  expect(lines[2]).toContain('(utan namn)  second')
  expect(lines).toContain('  npm run import -- identities konton.csv --company norr')
})

test('another company sees the attempts on the group’s hosts, not those on the company’s', async () => {
  await tries('keycloak', { sub: 'norr-only' })
  await tries('group', { sub: 'anybody' })
  expect((await csv('vast')).join()).toContain('anybody')
  expect((await csv('vast')).join()).not.toContain('norr-only')
  expect((await list('ost')).length).toBeGreaterThan(1)
})

test('an account of a company that tries the group’s host stays on its company’s list, and comes on no other', async () => {
  await tries('keycloak', { sub: 'of-norr', name: 'Kim' })
  portal.clock.now = new Date(portal.clock.now.getTime() + 900_000)
  await tries('group', { sub: 'of-norr', name: 'Kim Ek' })
  expect((await csv('norr'))[1]).toMatch(/;of-norr;Kim Ek;.*;keycloak$/)
  expect(await csv('vast')).toHaveLength(1)
})

test('an account that tries the hosts of two companies with one provider is on both lists, with what it did there', async () => {
  await tries('keycloak', { sub: 'of-both' })
  await tries('west', { sub: 'of-both' })
  expect((await csv('norr'))[1]).toMatch(/;of-both;.*;keycloak$/)
  expect((await csv('vast'))[1]).toMatch(/;of-both;.*;west$/)
  expect(await csv('ost')).toHaveLength(1)
  portal.clock.now = new Date(portal.clock.now.getTime() + 29 * 86_400_000)
  await tries('west', { sub: 'of-both' })
  portal.clock.now = new Date(portal.clock.now.getTime() + 2 * 86_400_000)
  expect([(await csv('norr')).length, (await csv('vast')).length]).toEqual([1, 2])
  await signIn.hourly!(await platform())
  const { rows } = await sql<{ company: string }>`select company from unlinked_attempts`.execute(portal.db)
  expect(rows).toEqual([{ company: 'vast' }])
})

test.each(['http://LOGIN.example.se:80/norr', 'http://login.example.se/norr/'])(
  'an account of the issuer %s leaves the list when it is linked',
  async (issuer) => {
    const account = { subject: 'spelled', name: null, variant: 'keycloak', company: 'norr' }
    const plain = 'http://login.example.se/norr'
    await sql`
      insert into unlinked_accounts (issuer, subject, variant, company, last_tried_at)
      values (${issuer}, 'spelled', 'keycloak', 'norr', ${portal.clock.now})`.execute(portal.db)
    await noteUnlinked(portal.db, { ...account, issuer }, portal.clock.now)
    const [head, row, ...more] = await csv()
    expect([row?.split(';')[1], more]).toEqual([plain, []])
    await bring(`${head}\n${number}${row}\n`)
    expect(await csv()).toHaveLength(1)
    await noteUnlinked(portal.db, { ...account, issuer }, portal.clock.now)
    expect(await csv()).toHaveLength(1)
  },
)

test('an empty list says so', async () => {
  expect(await list('norr')).toEqual(['Inga konton utan anställd har försökt logga in de senaste 30 dagarna.'])
  await expect(list('nobody')).rejects.toThrow('Det finns inget bolag som heter nobody.')
})

test('a name does not become a formula in a spreadsheet, and cannot break a row', async () => {
  await tries('keycloak', { sub: 'a;"b"', name: '=HYPERLINK("http://evil.example")\n;x' })
  const [head, row] = await csv()
  expect(row).toContain(`;"a;""b""";"'=HYPERLINK(""http://evil.example"");x";`)
  await bring(`${head}\n${number}${row}\n`)
  expect((await tries('keycloak', { sub: 'a;"b"' })).status).toBe(200)
})

test('rows without an employee number are skipped, and reported', async () => {
  await tries('keycloak', { sub: 'mine' })
  await tries('keycloak', { sub: 'whose' })
  const [head, ...rows] = await csv()
  const printed = await bring([head, ...rows.map((row) => (row.includes('mine') ? number + row : row))].join('\n'))
  expect(printed).toContain('1 rad utan anstid hoppas över.')
  expect(printed).toContain('1 nytt konto, 0 flyttas, 0 är som förut.')
  expect((await csv()).join()).toContain('whose')
})

test('the table’s size is limited, and 30 days after its last try an account is deleted', async () => {
  const start = portal.clock.now.getTime()
  const at = (second: number) => new Date(start + second * 1000)
  const account = { issuer: provider.issuer, name: null, variant: 'keycloak', company: 'norr' }
  await sql`
    insert into unlinked_accounts (issuer, subject, variant, company, last_tried_at)
    select ${provider.issuer}, 'n' || n, 'keycloak', 'norr', ${at(0)}
    from generate_series(1, ${sql.lit(MOST_UNLINKED)}) as s(n)`.execute(portal.db)
  for (const second of [1, 2]) await noteUnlinked(portal.db, { ...account, subject: `late${second}` }, at(second))
  const rows = await csv()
  expect(rows).toHaveLength(MOST_UNLINKED + 1)
  expect(rows[1]).toContain(';late2;')
  const left = async () => {
    await signIn.hourly!(await platform())
    const { rows: found } = await sql<{ subject: string }>`
      select subject from unlinked_accounts union all select subject from unlinked_attempts`.execute(portal.db)
    return found.map(({ subject }) => subject).toSorted()
  }
  portal.clock.now = at(30 * 86_400 + 1)
  // The list leaves out what the hourly work has yet to delete.
  expect(await csv()).toHaveLength(3)
  expect(await left()).toEqual(['late1', 'late1', 'late2', 'late2'])
  portal.clock.now = at(30 * 86_400 + 3)
  expect(await csv()).toHaveLength(1)
  expect(await left()).toEqual([])
})

test('the log does not reveal whose account it was', async () => {
  await tries('keycloak', { sub: 'quiet-subject', name: 'Tyst Tystsson' })
  const text = portal.logged.join('')
  for (const personal of ['quiet-subject', 'Tystsson', oid, 'eyJ']) expect(text).not.toContain(personal)
})

test('a linked employee who has left is refused, and not listed', async () => {
  await bring(`anstid;issuer;subject\n${number};${provider.issuer};left\n`)
  await sql`update employees set active = false where user_name = 'anna'`.execute(portal.db)
  const refused = await tries('keycloak', { sub: 'left' })
  await sql`update employees set active = true where user_name = 'anna'`.execute(portal.db)
  expect([refused.status, refused.body.errorMessage]).toEqual([403, unlinkedText])
  expect(await csv()).toHaveLength(1)
})
