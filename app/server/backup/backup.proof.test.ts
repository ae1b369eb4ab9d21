// Backup and restore as an operator runs them: the real programs, beside a portal in a process of its own.
import { randomUUID } from 'node:crypto'
import { glob, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { effort } from '../../../checks/effort.ts'
import { freePort } from '#platform/server/test-port.ts'
import { formOf, photo } from '#core/pictures/server/form-fixture.ts'
import { ImportRefused } from '#platform/server/area.ts'
import { testS3, type TestS3 } from '#platform/server/blobs/test-s3.ts'
import { carryOut } from '../command.ts'
import { readPortalConfig } from '../config.ts'
import { knownFailure } from '../known-failure.ts'
import { portalProcess, runToEnd, type Process } from '../test-process.ts'
import { testPayslipKey } from '../test-template.ts'
import { restore } from './restore.ts'
import { endRestore } from './undo.ts'
import { verifyBackup } from './verify.ts'
import { giveRowsTheirFiles } from './whole-portal-fixture.ts'

let portal: Process
let s3: TestS3
let folder: string
let bearer: string
let metricsPort: number

const settings = () => ({ ...portal.settings, ...s3.settings, FILES: 'folder' })
const config = (changed: Readonly<Record<string, string>> = {}) => readPortalConfig({ ...settings(), ...changed })

/** Runs a command in this process, which costs less than its program does. The last test runs the programs themselves. */
async function carriedOut(words: readonly string[], told: string[], changed = {}): Promise<void> {
  const tell = (line: string) => void told.push(line)
  const [kind = '', first, second] = words
  if (kind === 'restore') {
    if (first === '--undo' || first === '--keep') await endRestore(first === '--undo' ? 'undo' : 'keep', config(), tell)
    else await restore(first as string, config(changed), tell)
    return
  }
  if (kind === 'backup' && first === 'verify') return verifyBackup(second ?? null, config(), tell)
  const options = { ...(second === '--remove' && { remove: 'true' }) }
  await carryOut({ kind, source: first ?? null, company: '', dryRun: false, options }, config(), tell)
}

/** What a command that succeeds prints. */
async function done(...words: string[]): Promise<string> {
  const told: string[] = []
  await carriedOut(words, told)
  return told.join('\n')
}
async function refusal(words: readonly string[], changed = {}): Promise<string> {
  const error: unknown = await carriedOut(words, [], changed).catch((reason: unknown) => reason)
  return error instanceof ImportRefused ? error.lines.join('\n') : String(knownFailure(error))
}

// oxlint-disable-next-line typescript/no-explicit-any -- tests read answers of every shape
async function ask(method: string, path: string, body?: unknown): Promise<{ status: number; body: any }> {
  const answer = await fetch(`${portal.origin}${path}`, {
    method,
    headers: { authorization: `Bearer ${bearer}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return { status: answer.status, body: await answer.json() }
}
const start = async () => {
  await portal.start({ ...s3.settings, FILES: 'folder', METRICS_PORT: String(metricsPort) })
  bearer = await portal.signIn('anna')
}

/** Reports a fault with a photo; returns the photo's name. */
async function report(text: string): Promise<string> {
  const { headers, payload } = formOf({ name: 'file', fileName: 'dörr.jpg', content: await photo({ width: 400 }) })
  const upload = await fetch(`${portal.origin}/api/fordonskontroll/uploadimage`, {
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${bearer}`, 'idempotency-key': randomUUID() },
    body: new Uint8Array(payload),
  })
  const { name } = ((await upload.json()) as { result: { name: string } }).result
  const fault = { faultCategoryNumber: 1, vehicleNumber: '2117', text, AttachmentUploadBlobNames: [name] }
  expect((await ask('POST', '/api/fordonskontroll/addfault', fault)).status).toBe(200)
  return name
}
const reports = async (): Promise<string[]> =>
  (await ask('GET', '/api/fordonskontroll/mina')).body.result.items.map(({ text }: { text: string }) => text)
const pictureOf = async (name: string): Promise<string> =>
  (await ask('GET', `/api/fordonskontroll/image?name=${name}&storlek=stor`)).body.result?.data
const payslip = async (): Promise<string> => {
  const [first] = (await ask('GET', '/api/lonespec/kontek/getspeclist')).body.result
  const path = `/api/lonespec/kontek/downloadspec/?salaryPeriodId=${first.salaryPeriodId}`
  return (await ask('GET', path)).body.result.pdfStr
}
const newsId = async (): Promise<number> => (await ask('GET', '/api/nyheter/getregion?page=1')).body.result.items[0].id
const comments = async (): Promise<string[]> =>
  (await ask('GET', `/api/nyheter/getcomments?newsId=${await newsId()}`)).body.result.map(
    ({ bodyText }: { bodyText: string }) => bodyText,
  )
const comment = async (bodyText: string): Promise<number> =>
  (await ask('POST', '/api/nyheter/addcomment', { bodyText, newsItemId: await newsId() })).body.result.id
const statusOf = async (address: string) => (await fetch(`${portal.origin}${new URL(address).pathname}`)).status

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linjen-backup-'))
  s3 = await testS3()
  metricsPort = await freePort()
  portal = await portalProcess()
  await start()
  await portal.stop()
  const opened = await portal.open()
  await giveRowsTheirFiles(opened.db, config())
  await opened.close()
  await start()
}, 900_000)
afterAll(async () => {
  await portal?.remove()
  await s3?.remove()
  await rm(folder, { recursive: true, force: true })
})

const lastBackup = async () => {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  return /^linjen_backup_last_success_timestamp_seconds ([\d.e+]+)$/m.exec(text)?.[1]
}

// Each of these tests takes half a minute.
const inFull = effort({ sample: false, full: true })

test('a backup is taken while the portal runs, is whole, and holds no key', async () => {
  const place = join(folder, 'keys')
  expect(await lastBackup()).toBeUndefined()
  const output = await done('backup', place)
  expect(Date.now() / 1000 - Number(await lastBackup())).toBeLessThan(60)
  expect(output).toMatch(/^NYCKLARNA INGÅR INTE: PAYSLIP_KEY/m)
  expect(await done('backup', 'verify', place)).toMatch(/är hel: databasen, \d+ lönebesked och \d+ filer/)
  expect(await done('files', 'verify')).toContain('Varje rad har sin fil, och varje fil sin rad.')
  const keys = [testPayslipKey, Buffer.from(testPayslipKey, 'base64').toString('latin1'), 'survey-keys', 'payslip.key']
  for await (const file of glob('**/*', { cwd: place, withFileTypes: true })) {
    if (!file.isFile()) continue
    expect(keys.filter((key) => file.name.includes(key))).toEqual([])
    const bytes = await readFile(join(file.parentPath, file.name), 'latin1')
    expect(keys.filter((key) => bytes.includes(key))).toEqual([])
  }
}, 120_000)

test('a restore brings back what was, and what was erased afterwards stays erased', async () => {
  const place = join(folder, 'whole')
  const photoBefore = await report('Före kopian')
  const kept = await comment('Står kvar')
  const regretted = await comment('Ångrar mig')
  const calendar: string = (await ask('POST', '/api/bpl/kalender', { visar: 'tider', nyAdress: true })).body.result
    .adress
  const before = { picture: await pictureOf(photoBefore), payslip: await payslip() }
  expect(await statusOf(calendar)).toBe(200)
  await done('backup', place)

  // After the backup: a report and a comment are added, and an employee removes a comment and a calendar address.
  await report('Efter kopian')
  const after = await comment('Skriven efter kopian')
  expect((await ask('DELETE', `/api/nyheter/deletecomment?commentId=${regretted}`)).status).toBe(200)
  expect((await ask('DELETE', '/api/bpl/kalender')).status).toBe(200)
  expect(await refusal(['restore', place])).toMatch(
    /^(\S+ används redan av en annan Linjen-process\.|Andra är anslutna till databasen.*)/,
  )
  await portal.stop()
  // A photo that the store has lost since the backup is restored from it.
  await rm(join(portal.dataDir, 'blobs', 'vehicle-faults', photoBefore.slice(0, 2), `${photoBefore}.jpg`))

  const output = await done('restore', place)
  expect(output).toContain('2 raderingar efter kopian är gjorda om.')
  await start()
  expect({ picture: await pictureOf(photoBefore), payslip: await payslip() }).toEqual(before)
  expect(await reports()).toContain('Före kopian')
  expect(await reports()).not.toContain('Efter kopian')
  expect([await comments()].flat()).toContain('Står kvar')
  expect(await comments()).not.toContain('Ångrar mig')
  expect(await statusOf(calendar)).toBe(404)
  expect(kept).toBeGreaterThan(0)
  // The photo, in two sizes, of the report that no longer exists.
  expect(await refusal(['files', 'verify'])).toMatch(/^2 filer hör inte till någon rad/)

  // A comment gets the same number as one from after the backup, and is removed; so is a comment from before the backup.
  expect(await comment('Skriven efter återläsningen')).toBe(after)
  for (const id of [after, kept])
    expect((await ask('DELETE', `/api/nyheter/deletecomment?commentId=${id}`)).status).toBe(200)

  await portal.stop()
  expect(await refusal(['restore', place])).toContain('npm run restore -- --undo eller --keep')
  expect(await done('restore', '--undo')).toContain('2 raderingar sedan dess är gjorda om.')
  await start()
  expect(await comments()).toContain('Skriven efter kopian')
  expect(await comments()).not.toContain('Står kvar')
  expect(await reports()).toEqual(expect.arrayContaining(['Före kopian', 'Efter kopian']))
  expect(await done('files', 'verify')).toContain('Varje rad har sin fil')
  expect(await refusal(['restore', '--keep'])).toMatch(/Det finns ingen återläsning|används redan/)
}, 900_000)

test.runIf(inFull)(
  'a backup in S3 comes back too; one whose payslips do not open leaves everything as it was',
  async () => {
    const place = `s3://${s3.settings['S3_BUCKET']}/backup/norr`
    expect(await done('backup', place)).toContain(`Klart: ${place}/`)
    expect(await done('backup', 'verify', place)).toContain('är hel')
    await report('Efter kopian i S3')
    await portal.stop()
    const PAYSLIP_KEY = Buffer.alloc(32, 'other').toString('base64')
    expect(await refusal(['restore', place], { PAYSLIP_KEY })).toMatch(
      /^(Återläsningen misslyckades: )?PAYSLIP_KEY passar inte[^\n]+\nIngenting har ändrats\.$/,
    )
    const opened = await portal.open()
    const { rows } = await sql`select 1 from faults where text = 'Efter kopian i S3'`.execute(opened.db)
    expect(rows).toHaveLength(1)
    await opened.close()

    await done('restore', place)
    await done('restore', '--keep')
    await start()
    expect(await reports()).not.toContain('Efter kopian i S3')
    expect(await done('files', 'verify', '--remove')).toContain('2 filer utan rad är borttagna.')
  },
  240_000,
)

test('what cannot be done is said in a line', async () => {
  expect(await refusal(['backup'])).toMatch(/^Användning: npm run backup -- /)
  expect(await refusal(['files', 'tidy'])).toMatch(/^Användning: npm run files -- /)
  expect(await refusal(['files', 'copy'])).toMatch(/^FILES_ALSO saknas/)
  expect(await refusal(['backup', 'verify', join(folder, 'none')])).toBe(
    `Det finns ingen säkerhetskopia i ${join(folder, 'none')}.`,
  )
  await s3.stop()
  expect(await refusal(['backup', `s3://${s3.settings['S3_BUCKET']}/away`])).toMatch(
    /^Lagringen går inte att använda \(ECONNREFUSED\): a file was not read: .*ECONNREFUSED/,
  )
}, 120_000)

test.runIf(inFull)(
  'the programs say what they have done, and why they have not',
  async () => {
    const run = (program: string, ...args: string[]) => runToEnd([`app/server/${program}.ts`, ...args], settings())
    const place = join(folder, 'programs')
    const made = await run('backup', place)
    expect([made.code, made.lines, made.output]).toEqual([0, [], expect.stringContaining('NYCKLARNA INGÅR INTE')])
    const verified = await run('backup', 'verify', place)
    expect([verified.code, verified.output]).toEqual([0, expect.stringContaining('är hel')])
    const compared = await run('files', 'verify')
    expect([compared.code, compared.lines]).toEqual([0, []])
    const refused = await run('restore')
    expect([refused.code, refused.lines[0]]).toEqual([
      1,
      expect.stringMatching(/^Användning: npm run restore -- <mapp eller s3:/),
    ])
  },
  120_000,
)
