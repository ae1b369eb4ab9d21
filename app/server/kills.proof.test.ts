// Kills the portal in the middle of mixed writes, again and again. Acknowledged writes are stored once and completely, and
// nothing else is stored.
import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ImportRefused } from '#platform/server/area.ts'
import { askHolder } from '#platform/server/control.ts'
import { formOf, photo } from '#core/pictures/server/form-fixture.ts'
import { payloads } from '../../areas/deviations/server/payloads-fixture.ts'
import { filledForm } from '../../areas/survey/server/answers-fixture.ts'
import { keyFolder } from '../../areas/survey/server/key-folder.ts'
import { allAnswers } from '../../areas/survey/server/survey-fixture.ts'
import { randomFrom } from '../../checks/random.ts'
import { effort, seed, tried } from '../../checks/effort.ts'
import { portalProcess, runToEnd, type Process } from './test-process.ts'

const kills = effort({ sample: 1, full: 50 })
/** Writes that are acknowledged between two kills. */
const between = effort({ sample: 20, full: 400 })
const writers = effort({ sample: 4, full: 8 })
const payslipsOfAnImport = 20
const dutiesOfAWriter = 3

let portal: Process
let folder: string
let picture: Buffer
beforeAll(async () => {
  portal = await portalProcess()
  folder = await mkdtemp(join(tmpdir(), 'linjen-kills-'))
  picture = await photo({ width: 320, height: 240 })
}, 120_000)
afterAll(async () => {
  await portal.remove()
  await rm(folder, { recursive: true })
})

/** Ends the import that is running, if it is a separate process. */
let killed = new AbortController()

const random = randomFrom(seed)
const below = (most: number) => Math.floor(random() * most)

/** Repeats the request until there is an answer, as the phone does, and expects success. Returns the result. */
async function untilAnswered(token: string, path: string, init: RequestInit = {}) {
  const headers = { ...(init.headers as Record<string, string>), authorization: `Bearer ${token}` }
  for (;;) {
    const answer = await fetch(portal.origin + path, { ...init, headers })
      .then(async (reply) => ({ status: reply.status, text: await reply.text() }))
      .catch(() => null)
    if (answer && answer.status !== 503) {
      expect([path, answer.status, answer.text]).toEqual([path, 200, answer.text])
      // oxlint-disable-next-line typescript/no-explicit-any -- results of every shape
      return (JSON.parse(answer.text) as { result: any }).result
    }
    await wait(50)
  }
}

const post = (token: string, path: string, body: unknown) =>
  untilAnswered(token, path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify(body),
  })

interface Writer {
  readonly token: string
  readonly newsItemId: number
  readonly duties: { readonly id: number; confirmed: boolean }[]
}

const acknowledged = {
  /** Keys: the place. */
  reports: new Map<string, { readonly id: number; readonly pictures: readonly string[] }>(),
  /** Keys: the text. */
  comments: new Map<string, number>(),
  confirmations: 0,
  /** User names. */
  answers: [] as string[],
  /** Periods. */
  imports: [] as string[],
}
function countOfAll(): number {
  const { reports, comments, confirmations, answers, imports } = acknowledged
  return reports.size + comments.size + confirmations + answers.length + imports.length
}

/** Writes a report, with a photo in one of two, a comment, or a confirmation or its withdrawal. */
async function writeSomething({ token, newsItemId, duties }: Writer): Promise<void> {
  const name = randomUUID()
  const kind = below(10)
  if (kind < 2) {
    const pictures = kind === 0 ? [await upload(token)] : []
    const body = { ...payloads.addtrafikinformation(), Plats: name, AttachmentUploadBlobNames: pictures }
    const { id } = await post(token, '/api/incident/addtrafikinformation', body)
    acknowledged.reports.set(name, { id, pictures })
  } else if (kind < 6) {
    const { id } = await post(token, '/api/nyheter/addcomment', { bodyText: name, newsItemId })
    acknowledged.comments.set(name, id)
  } else {
    const duty = duties[below(dutiesOfAWriter)]!
    await post(token, '/api/bpl/schema/accept', { schemaPostId: duty.id, undo: duty.confirmed })
    duty.confirmed = !duty.confirmed
    acknowledged.confirmations++
  }
}

async function upload(token: string): Promise<string> {
  const { headers, payload } = formOf({ name: 'file', fileName: 'bild.jpg', content: picture })
  const body = payload as Uint8Array<ArrayBuffer>
  return (await untilAnswered(token, '/api/incident/uploadimage', { method: 'POST', headers, body })).name
}

async function answerSurvey(userName: string, token: string): Promise<void> {
  const [{ contenttype }] = await untilAnswered(token, '/api/undersokning/get')
  await post(token, '/api/undersokning/send', filledForm(contenttype, userName))
  acknowledged.answers.push(userName)
}

/** Repeats the import of a payroll run until it succeeds, or until it is refused because an earlier attempt has stored it. */
async function importPayslips(period: string, numbers: readonly string[]): Promise<void> {
  const source = await mkdtemp(join(folder, 'batch-'))
  const rows = await Promise.all(
    numbers.map(async (number) => {
      const pdf = `%PDF-1.4\n% ${number} ${period}\n%%EOF\n`
      await writeFile(join(source, `${number}.pdf`), pdf)
      return `${number};${period};2026-11-25;${number}.pdf;${createHash('sha256').update(pdf).digest('hex')}`
    }),
  )
  await writeFile(join(source, 'manifest.csv'), ['anstid;period;utbetalningsdag;fil;sha256', ...rows].join('\n'))
  const request = { kind: 'payslips', source, company: 'norr', dryRun: false, options: {} }
  // A run that was stored before the kill is refused, with a line for each row.
  const storedBefore = (lines: readonly string[]) => lines.filter((line) => line.includes('finns redan')).length
  /** On an embedded database the portal imports; on a database server the command itself does. */
  const attempt = async () => {
    if (portal.databaseUrl === null) {
      return askHolder(portal.dataDir, request, () => undefined).catch((error: Error) =>
        error instanceof ImportRefused ? storedBefore(error.lines) : false,
      )
    }
    const command = ['app/server/import.ts', 'payslips', source, '--company', 'norr']
    const { code, lines } = await runToEnd(command, portal.settings, () => false, killed.signal)
    return code === 0 || storedBefore(lines)
  }
  for (;;) {
    const done = await attempt()
    if (done === true || done === numbers.length) break
    expect([false, 0]).toContain(done)
    await wait(50)
  }
  acknowledged.imports.push(period)
}

interface ListedReport {
  readonly plats: string
  readonly bilder: readonly { readonly name: string }[]
}

interface People {
  readonly drivers: readonly { readonly userName: string; readonly duties: Writer['duties'] }[]
  readonly answering: readonly string[]
  readonly numbers: readonly string[]
}

/** Opens the survey, and keeps it open and the duties from ending, whatever the date is. Returns the people who write. */
async function prepare(): Promise<People> {
  const opened = await portal.open()
  const { db } = opened
  await sql`update surveys set opens = '2000-01-01', closes = '2999-12-31'`.execute(db)
  await sql`update duties set ends_instant = '2999-01-01', confirmed_at = null`.execute(db)
  const { rows: drivers } = await sql<{ userName: string; ids: number[] }>`
    select e.user_name as "userName", array_agg(d.id::int order by d.id) as ids
    from employees e join duties d on d.employee_id = e.id and not d.withdrawn
    where e.company = 'norr' and e.active
      and not exists (select from employees o where o.user_name = e.user_name and o.id <> e.id)
      and (select count(distinct type) from employee_claims c where c.employee_id = e.id
        and c.type in ('NewsEnabled', 'IncidentsEnabled', 'MinaUppdragEnabled')) = 3
    group by e.id having count(*) >= ${dutiesOfAWriter} order by e.user_name limit ${writers}`.execute(db)
  const { rows: answering } = await sql<{ userName: string }>`
    select user_name as "userName" from employees where active group by user_name having count(*) = 1
    order by user_name desc limit ${kills}`.execute(db)
  const { rows: numbers } = await sql<{ number: string }>`
    select number from employees where company = 'norr' order by number limit ${payslipsOfAnImport}`.execute(db)
  await opened.close()
  return {
    drivers: drivers.map(({ userName, ids }) => ({
      userName,
      duties: ids.slice(0, dutiesOfAWriter).map((id) => ({ id, confirmed: false })),
    })),
    answering: answering.map(({ userName }) => userName),
    numbers: numbers.map(({ number }) => number),
  }
}

test(
  'killed again and again in mixed writes, it loses, repeats and halves nothing that it acknowledged',
  async (context) => {
    const { drivers, answering, numbers } = await prepare()
    expect([drivers.length, numbers.length]).toEqual([writers, payslipsOfAnImport])
    await portal.start()
    const all = await Promise.all(
      drivers.map(async ({ userName, duties }): Promise<Writer> => {
        const token = await portal.signIn(userName)
        const { items } = await untilAnswered(token, '/api/nyheter/getkoncern?page=0')
        return { token, newsItemId: items[0].id, duties }
      }),
    )
    const answerers = await Promise.all(
      answering.map(async (userName) => [userName, await portal.signIn(userName)] as const),
    )
    const still = { writing: true }
    const onAndOn = async (act: (time: number) => Promise<void>) => {
      for (let time = 0; still.writing; time++) await act(time)
    }
    const writing = Promise.all([
      ...all.map((writer) => onAndOn(() => writeSomething(writer))),
      onAndOn((time) => importPayslips(`Lön ${time}`, numbers)),
    ])
    // If an expectation in a writer fails, the waiting below ends too.
    const failed = writing.then(() => undefined)
    for (let round = 0; round < kills; round++) {
      const enough = countOfAll() + between
      const answerer = answerers[round % answerers.length]!
      const answered = round < answerers.length ? answerSurvey(...answerer) : Promise.resolve()
      while (countOfAll() < enough) await Promise.race([wait(5), failed])
      await wait(below(400))
      killed.abort()
      killed = new AbortController()
      await portal.kill()
      await portal.start()
      await answered
    }
    still.writing = false
    await writing

    await expectWholePhotos(all)
    await portal.stop()
    await expectStoredOnce(all)
    expect(countOfAll()).toBeGreaterThanOrEqual(kills * between)
    tried(context, countOfAll())
  },
  effort({ sample: 180_000, full: 3_600_000 }),
)

/** Each photo opens for its reporter and is a complete JPEG. */
async function expectWholePhotos(all: readonly Writer[]): Promise<void> {
  let opened = 0
  for (const { token } of all) {
    for (let page = 0, more = true; more; page++) {
      const reports = (await untilAnswered(token, `/api/incident/list?page=${page}`)) as ListedReport[]
      for (const { name } of reports.flatMap(({ plats, bilder }) => (acknowledged.reports.has(plats) ? bilder : []))) {
        const { data } = await untilAnswered(token, `/api/incident/image?name=${name}`)
        expect(Buffer.from(data, 'base64').subarray(-2)).toEqual(Buffer.from([0xff, 0xd9]))
        opened++
      }
      more = reports.length === 200
    }
  }
  const photos = [...acknowledged.reports.values()].flatMap(({ pictures }) => pictures)
  expect(opened).toBeGreaterThanOrEqual(photos.length)
}

/**
 * The database has exactly the acknowledged writes, because every unanswered write was repeated until it was acknowledged.
 */
async function expectStoredOnce(all: readonly Writer[]): Promise<void> {
  const opened = await portal.open()
  const { db } = opened
  const random36 = '^[0-9a-f]{8}-[0-9a-f]{4}-'
  const { rows: reports } = await sql<{ place: string; id: number; pictures: string[] }>`
    select plats as place, id, array(
      select name from incident_pictures p where p.incident_id = i.id and p.stored order by position) as pictures
    from incidents i where plats ~ ${random36}`.execute(db)
  const byPlace = (a: { place: string }, b: { place: string }) => (a.place < b.place ? -1 : 1)
  expect(reports.toSorted(byPlace)).toEqual(
    [...acknowledged.reports].map(([place, report]) => ({ place, ...report })).toSorted(byPlace),
  )
  const { rows: comments } = await sql<{ body: string; id: number }>`
    select body, id from news_comments where body ~ ${random36}`.execute(db)
  expect(comments.map(({ body, id }) => `${body} ${id}`).toSorted()).toEqual(
    [...acknowledged.comments].map(([body, id]) => `${body} ${id}`).toSorted(),
  )
  const { rows: confirmed } = await sql<{ id: number }>`
    select id::int as id from duties where confirmed_at is not null order by id`.execute(db)
  expect(confirmed.map(({ id }) => id)).toEqual(
    all
      .flatMap(({ duties }) => duties)
      .filter((duty) => duty.confirmed)
      .map(({ id }) => id)
      .toSorted((a, b) => a - b),
  )
  const answers = await allAnswers(db, await keyFolder(db, portal.dataDir))
  expect(answers.map(({ answers: given }) => given['kunder5'] ?? '').toSorted()).toEqual(
    acknowledged.answers.toSorted(),
  )
  const { rows: payslips } = await sql<{ period: string; count: number }>`
    select period, count(*)::int as count from payslips where period like 'Lön %' group by period`.execute(db)
  expect(payslips.map(({ period, count }) => `${period} ${count}`).toSorted()).toEqual(
    acknowledged.imports.map((period) => `${period} ${payslipsOfAnImport}`).toSorted(),
  )
  await opened.close()
}
