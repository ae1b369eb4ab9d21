// What employees and the office do in upgrade.proof.test.ts, and a check that all of it is stored afterwards.
import { createHash, randomUUID } from 'node:crypto'
import type pg from 'pg'
import { expect } from 'vitest'
import { formOf } from '#core/pictures/server/form-fixture.ts'
import { payloads } from '../../areas/deviations/server/payloads-fixture.ts'
import type { Process } from './test-process.ts'

/** All acknowledged writes. */
export interface Done {
  /** Titles. */
  readonly suggestions: string[]
  readonly comments: string[]
  /** Names of photos, by their report's place. */
  readonly reports: Map<string, string>
  /** Texts of the office's answers, by the text of the fault report. */
  readonly faults: Map<string, string>
  /** Checksums of payslips. */
  readonly payslips: Set<string>
  /** Calls that did not return 200. */
  readonly failed: string[]
  sent: number
}

export const nothingYet = (): Done => ({
  suggestions: [],
  comments: [],
  reports: new Map(),
  faults: new Map(),
  payslips: new Set(),
  failed: [],
  sent: 0,
})

const queue = '/api/kontor/arenden/fel'

/** One version of the portal, as seen by signed-in employees. */
export class Version {
  readonly #portal: Process
  readonly #done: Done
  constructor(portal: Process, done: Done) {
    this.#portal = portal
    this.#done = done
  }

  /** Signs in again. Returns null if that fails. */
  async signIn(userName: string): Promise<string | null> {
    this.#done.sent++
    const token = await this.#portal.signIn(userName).catch(() => null)
    if (!token) this.#done.failed.push(`sign-in of ${userName}`)
    return token ?? null
  }

  /** The result of a call; null if it failed, which is noted. */
  // oxlint-disable-next-line typescript/no-explicit-any -- results of every shape
  async ask(token: string, path: string, init: RequestInit = {}): Promise<any> {
    this.#done.sent++
    const headers = { ...(init.headers as Record<string, string>), authorization: `Bearer ${token}` }
    const answer = await fetch(this.#portal.origin + path, { ...init, headers })
      .then(async (reply) => ({ status: reply.status, text: await reply.text() }))
      .catch((error: Error) => ({ status: 0, text: error.message }))
    if (answer.status === 200) return (JSON.parse(answer.text) as { result: unknown }).result
    this.#done.failed.push(`${path}: ${answer.status} ${answer.text.slice(0, 200)}`)
    return null
  }

  #post(token: string, path: string, body: unknown) {
    const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() }
    return this.ask(token, path, { method: 'POST', headers, body: JSON.stringify(body) })
  }

  /**
   * Makes each kind of write of an employee once, has the office answer the fault report, and opens the latest payslip. Returns the
   * photo's name.
   */
  async work(token: string, officer: string, picture: Buffer): Promise<string> {
    const { suggestions, comments, reports, faults, payslips } = this.#done
    const [title, comment, place, fault] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
    const suggestion = { Rubrik: title, Bolag: 'norr', Beskrivning: 'På depån.' }
    if (await this.#post(token, '/api/forslag/', suggestion)) suggestions.push(title)

    const news = await this.ask(token, '/api/nyheter/getregion?page=1')
    const written = { bodyText: comment, newsItemId: news?.items[0].id }
    if (await this.#post(token, '/api/nyheter/addcomment', written)) comments.push(comment)

    const { headers, payload } = formOf({ name: 'file', fileName: 'bild.jpg', content: picture })
    const body = payload as Uint8Array<ArrayBuffer>
    const uploaded = await this.ask(token, '/api/incident/uploadimage', { method: 'POST', headers, body })
    const pictures = [String(uploaded?.name)]
    const report = { ...payloads.addtrafikinformation(), Plats: place, AttachmentUploadBlobNames: pictures }
    if (await this.#post(token, '/api/incident/addtrafikinformation', report)) reports.set(place, uploaded.name)

    const seen = { faultCategoryNumber: 1, vehicleNumber: '2117', text: fault }
    if (await this.#post(token, '/api/fordonskontroll/addfault', seen)) {
      const answer = await this.#answer(token, officer, fault)
      if (answer) faults.set(fault, answer)
    }
    const [{ salaryPeriodId }] = (await this.ask(token, '/api/lonespec/kontek/getspeclist')) ?? [{}]
    const payslip = await this.ask(token, `/api/lonespec/kontek/downloadspec/?salaryPeriodId=${salaryPeriodId}`)
    if (payslip) payslips.add(createHash('sha256').update(payslip.pdfStr).digest('hex'))
    return String(uploaded?.name)
  }

  /** Answers, as the office, the fault report of the first token's employee. Returns the text, or null if it failed. */
  async #answer(token: string, officer: string, fault: string): Promise<string | null> {
    const own = await this.ask(token, '/api/fordonskontroll/mina')
    const number = own?.items.find(({ text }: { text: string }) => text === fault)?.number
    const found = await this.ask(officer, `${queue}/arende?nummer=${number}`)
    const text = randomUUID()
    const body = { number, version: found?.version, text, state: null, asks: false }
    return (await this.#post(officer, `${queue}/svara`, body)) === null ? null : text
  }

  /** Expects that the token's employee reads the office's answers to the latest fault reports, and sees his or her photo. */
  async expectRead(token: string, photoName: string): Promise<void> {
    const own = await this.ask(token, '/api/fordonskontroll/mina')
    let answered = 0
    for (const { text, messages } of own?.items ?? []) {
      const answer = this.#done.faults.get(text)
      if (!answer) continue
      expect(messages.map((message: { text: string }) => message.text)).toEqual([answer])
      answered++
    }
    expect(answered).toBeGreaterThan(1)
    const image = await this.ask(token, `/api/incident/image?name=${photoName}&storlek=stor`)
    expect(Buffer.from(image.data, 'base64').length).toBeGreaterThan(500)
  }
}

/** Expects that every acknowledged write is stored once: reports with their photo, faults with their case. */
export async function expectAllStored(database: pg.Client, done: Done): Promise<void> {
  const { suggestions, comments, reports } = done
  const [faults, answers] = [[...done.faults.keys()], [...done.faults.values()]]
  const stored: readonly (readonly [statement: string, names: readonly string[]])[] = [
    ['select title as found from suggestions', suggestions],
    ['select text as found from faults', faults],
    [`select text as found from faults join cases using (id, company) where kind = 'fel'`, faults],
    ['select body as found from news_comments', comments],
    [`select body->>'text' as found from case_events`, answers],
    ['select plats as found from incidents', [...reports.keys()]],
    ['select name as found from incident_pictures where incident_id is not null', [...reports.values()]],
  ]
  for (const [statement, names] of stored) {
    const query = `select found from (${statement}) each where found = any($1)`
    const { rows } = await database.query<{ found: string }>(query, [names])
    expect([statement, rows.map(({ found }) => found).toSorted()]).toEqual([statement, names.toSorted()])
  }
}
