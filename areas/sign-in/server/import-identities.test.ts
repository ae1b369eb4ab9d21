import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql, type Transaction } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signingInByIdentity } from '#core/people/server/accounts/signing-in.ts'
import { findByUserName } from '#core/people/server/store.ts'
import { printedBy, refusalOf } from '../../../app/server/test-imports.ts'
import { testPlatform } from '../../../app/server/test-platform.ts'
import { testPortal, type TestPortal } from '../../../app/server/test-portal.ts'
import { identityImporter } from './import-identities.ts'

const importer = identityImporter(async () => undefined)
const issuer = 'https://login.example.se/norr'
let portal: TestPortal
let folder: string
let anna: string
let cecilia: string
let gunilla: string

beforeAll(async () => {
  portal = await testPortal()
  folder = await mkdtemp(join(tmpdir(), 'linjen-identities-'))
  const numberOf = async (userName: string) => (await findByUserName(portal.db, userName, null))[0]!.number
  anna = await numberOf('anna')
  cecilia = await numberOf('cecilia')
  gunilla = await numberOf('gunilla')
})
afterAll(async () => {
  await portal.close()
  await rm(folder, { recursive: true })
})

/** Imports rows of `anstid;subject` and returns the printed lines. */
async function bring(
  rows: readonly string[],
  { company = 'norr', dryRun = false, as = issuer } = {},
): Promise<string[]> {
  const source = join(folder, 'konton.csv')
  const lines = rows.map((row) => row.replace(';', `;${as};`))
  await writeFile(source, ['anstid;issuer;subject', ...lines].join('\n'))
  return printedBy(importer, await testPlatform(portal), { source, company, dryRun })
}

const findByIdentity = async (issuer: string, subject: string) =>
  (await signingInByIdentity(portal.db, { keys: [], issuedAt: 0 }, { issuer, subject }))?.employee
const owner = async (subject: string) => (await findByIdentity(issuer, subject))?.userName

test('accounts are linked, and linking them again changes nothing', async () => {
  expect(await bring([`${anna};first`, `${cecilia};second`])).toContain('2 nya konton, 0 flyttas, 0 är som förut.')
  expect(await owner('first')).toBe('anna')
  expect(await bring([`${anna};first`])).toContain('0 nya konton, 0 flyttas, 1 är som förut.')
})

test('a trial run changes nothing', async () => {
  expect(await bring([`${anna};trial`], { dryRun: true })).toContain('1 nytt konto, 0 flyttas, 0 är som förut.')
  expect(await owner('trial')).toBeUndefined()
})

test('one wrong row refuses all of them', async () => {
  expect(await refusalOf(bring([`${anna};good`, `999999;bad`]))).toEqual([
    'konton.csv rad 3, kolumn anstid: 999999 finns inte i norr',
  ])
  expect(await owner('good')).toBeUndefined()
})

test('an account moves within the company, and that is reported', async () => {
  await bring([`${anna};moves`])
  expect(await bring([`${cecilia};moves`])).toContain(`konton.csv rad 2: kontot flyttas från ${anna} till ${cecilia}`)
  expect(await owner('moves')).toBe('cecilia')
})

test('an account that somebody links meanwhile is not taken from there', async () => {
  await bring([`${anna};raced`])
  const platform = await testPlatform(portal)
  const source = join(folder, 'konton.csv')
  await writeFile(source, `anstid;issuer;subject\n${cecilia};${issuer};raced`)
  const request = { source, company: 'norr', dryRun: false, options: {} }
  // The account is linked between the import's check of its owner and the import's transaction.
  const linked = sql`update identities set employee_id = (select id from employees where number = ${gunilla})
    where subject = 'raced'`
  const transaction = () => ({
    execute: async <Done>(work: (tx: Transaction<object>) => Promise<Done>) => {
      await linked.execute(portal.db)
      return portal.db.transaction().execute(work)
    },
  })
  const own: Readonly<Record<PropertyKey, unknown>> = {
    transaction,
    getExecutor: () => portal.db.getExecutor(),
    withTables: () => portal.db,
  }
  const db = new Proxy(portal.db, { get: (_, name) => own[name] })
  const running = importer.run(request, { ...platform, db }, () => {})
  expect(await refusalOf(running)).toEqual([
    'konton.csv: ett av kontona har kopplats av någon annan under tiden. Kör importen igen.',
  ])
  expect(await owner('raced')).toBe('gunilla')
})

test('an account never moves from one company to another', async () => {
  await bring([`${anna};walled`])
  expect(await refusalOf(bring([`${gunilla};walled`], { company: 'vast' }))).toEqual([
    'konton.csv rad 2, kolumn subject: kontot hör till en anställd i ett annat bolag',
  ])
  expect(await owner('walled')).toBe('anna')
})

describe('who is told of an account that an import links', () => {
  const numberOf = async (userName: string) => (await findByUserName(portal.db, userName, null))[0]!.number
  const told = async (userName: string) =>
    (await portal.send(userName, 'GET', '/api/user/profile/oppningar')).body.result.filter(
      ({ account }: { account: string | null }) => account !== null,
    )
  const notices = async (userName: string) =>
    (await portal.send(userName, 'GET', '/api/arenden/svar')).body.result.map(({ text }: { text: string }) => text)
  const logged = async () =>
    (
      await sql`
        select a.what, e.user_name as about, a.before, a.after from audit a join employees e on e.id = a.about_id
        where a.by_id is null and a.what like 'account.%' and e.user_name in ('omar', 'nermin') order by a.id`.execute(
        portal.db,
      )
    ).rows
  // Its name is not in the log.
  const account = { issuer, account: expect.stringMatching(/^[0-9a-f]{16}$/) }
  const byOperator = { account: 'linked', by: 'Den som sköter portalen', role: null, number: '' }

  test('is nobody, if it is the first', async () => {
    await bring([`${await numberOf('omar')};of-omar`])
    expect([await told('omar'), await logged()]).toEqual([[], []])
  })

  test('is an employee who has one already', async () => {
    await bring([`${await numberOf('omar')};of-omar`, `${await numberOf('omar')};of-omar-too`])
    expect(await told('omar')).toEqual([expect.objectContaining(byOperator)])
    expect(await notices('omar')).toContain('Ett konto har kopplats till dig')
    expect(await logged()).toEqual([{ what: 'account.linked', about: 'omar', before: null, after: account }])
  })

  test('is the employee to whom it moves, and the log has from whom', async () => {
    await bring([`${await numberOf('nermin')};of-omar-too`])
    expect(await told('nermin')).toEqual([expect.objectContaining(byOperator)])
    expect((await logged()).slice(1)).toEqual([
      { what: 'account.unlinked', about: 'omar', before: account, after: null },
      { what: 'account.linked', about: 'nermin', before: null, after: account },
    ])
  })
})

test('a provider that nobody signs in with gives a warning with the row', async () => {
  expect((await bring([`${anna};first`]))[0]).toContain(
    `konton.csv rad 2, kolumn issuer: ingen variant av norr loggar in hos ${issuer}`,
  )
})

describe('an issuer that is spelled differently', () => {
  const written = ['https://LOGIN.example.se/norr/', 'https://login.example.se:443/norr', `${issuer}/`]

  test.each(written)('%s is the same', async (spelled) => {
    await bring([`${anna};spelled`], { as: spelled })
    expect(await owner('spelled')).toBe('anna')
    expect((await findByIdentity(`${issuer}/`, 'spelled'))?.userName).toBe('anna')
    // And there is one account, not two.
    expect(await bring([`${cecilia};spelled`])).toContain('0 nya konton, 1 flyttas, 0 är som förut.')
    expect(await owner('spelled')).toBe('cecilia')
  })

  test('in an existing row is found, and moves', async () => {
    await sql`insert into identities select ${`${issuer}/`}, 'before', id from employees where number = ${anna}`.execute(
      portal.db,
    )
    expect(await owner('before')).toBe('anna')
    expect(await bring([`${cecilia};before`])).toContain('0 nya konton, 1 flyttas, 0 är som förut.')
    expect(await owner('before')).toBe('cecilia')
  })

  test('twice in a file is reported', async () => {
    const lines = await refusalOf(bring([`${anna};twice`, `${cecilia};twice`], { as: `${issuer}/` }))
    expect(lines).toEqual(['konton.csv rad 3, kolumn subject: står redan på rad 2'])
  })

  test('with another path is a different one', async () => {
    await bring([`${anna};path`], { as: `${issuer}/v2.0` })
    expect(await owner('path')).toBeUndefined()
  })
})
