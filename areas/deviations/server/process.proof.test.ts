// Proofs for a process that is killed and one that is flooded: with the real process, over real sockets.
import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { effort, seed, tried } from '../../../checks/effort.ts'
import { MOST_AT_ONCE } from '#core/pictures/server/at-once.ts'
import { claimedPng, formOf, photo } from '#core/pictures/server/form-fixture.ts'
import { payloads } from './payloads-fixture.ts'
import { portalProcess, type Process } from '../../../app/server/test-process.ts'

const kills = effort({ sample: 1, full: 20 })
const patience = effort({ sample: 180_000, full: 1_800_000 })

let portal: Process
let token: string
let bytes: Buffer

beforeAll(async () => {
  portal = await portalProcess()
  await portal.start()
  token = await portal.signIn('anna')
  bytes = await photo({ width: 800, height: 600 })
}, 120_000)
afterAll(() => portal.remove())

interface Answered {
  readonly status: number
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read answers of every shape
  readonly body: any
}

async function ask(path: string, init: RequestInit = {}): Promise<Answered> {
  const headers = { ...(init.headers as Record<string, string>), authorization: `Bearer ${token}` }
  const answer = await fetch(portal.origin + path, { ...init, headers })
  return { status: answer.status, body: await answer.json() }
}

const upload = async (content: Uint8Array): Promise<Answered> => {
  const { headers, payload } = formOf({ name: 'file', fileName: 'bild.jpg', content })
  return ask('/api/incident/uploadimage', { method: 'POST', headers, body: payload as Uint8Array<ArrayBuffer> })
}

/** A report that is sent with the same key until it is answered, as the phone does. */
interface Sending {
  readonly key: string
  readonly place: string
  readonly pictures: readonly string[]
  id: number | null
}

async function report(sending: Sending): Promise<void> {
  const body = {
    ...payloads.addtrafikinformation(),
    Plats: sending.place,
    AttachmentUploadBlobNames: sending.pictures,
  }
  const { status, body: answered } = await ask('/api/incident/addtrafikinformation', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': sending.key },
    body: JSON.stringify(body),
  })
  expect(status).toBe(200)
  sending.id = answered.result.id
}

/** Sends reports with two photos each, one after the other, until the portal has been killed. */
async function reportOnAndOn(sent: Sending[]): Promise<void> {
  while (true) {
    const uploads = [await upload(bytes).catch(() => null), await upload(bytes).catch(() => null)]
    const pictures = uploads.flatMap((answer) => (answer?.status === 200 ? [answer.body.result.name as string] : []))
    if (pictures.length < 2) return
    const sending: Sending = { key: randomUUID(), place: randomUUID(), pictures, id: null }
    sent.push(sending)
    const arrived = await report(sending).then(
      () => true,
      (error: Error) => {
        // The portal was killed during the request. An answer other than 200 is a real failure.
        if (error.name === 'AssertionError') throw error
        return false
      },
    )
    if (!arrived) return
  }
}

async function ownReports(): Promise<Map<string, { id: number; names: string[] }[]>> {
  const found = new Map<string, { id: number; names: string[] }[]>()
  for (let page = 0; ; page++) {
    const { body } = await ask(`/api/incident/list?page=${page}`)
    for (const { plats, id, bilder } of body.result) {
      const names = bilder.map(({ name }: { name: string }) => name)
      found.set(plats, [...(found.get(plats) ?? []), { id, names }])
    }
    if (body.result.length < 200) return found
  }
}

test(
  'killed while reports with photos are written, it loses none that it acknowledged and none of their photos',
  async (context) => {
    const sent: Sending[] = []
    let random = seed
    for (let round = 0; round < kills; round++) {
      const before = sent.length
      const writers = Array.from({ length: 4 }, () => reportOnAndOn(sent))
      // Killed at a random moment after some reports have been stored.
      while (sent.filter(({ id }) => id !== null).length < before + 4) await wait(5)
      random = (random * 1_103_515_245 + 12_345) % 2 ** 31
      await wait(random % 400)
      await portal.kill()
      await Promise.all(writers)
      await portal.start()
      const kept = await ownReports()
      for (const sending of sent) {
        const reports = kept.get(sending.place) ?? []
        // An acknowledged report is stored once. Any other is stored once or not at all, but never without its photos.
        expect(reports.length).toBeLessThanOrEqual(1)
        if (sending.id !== null) expect(reports).toEqual([{ id: sending.id, names: sending.pictures }])
        for (const { names } of reports) expect(names).toEqual(sending.pictures)
      }
      // A report without an answer is sent again with its key, and is then stored once.
      const unanswered = sent.filter(({ id }) => id === null)
      for (const sending of unanswered) await report(sending)
      const after = await ownReports()
      for (const { place, id, pictures } of unanswered) expect(after.get(place)).toEqual([{ id, names: pictures }])
      for (const name of sent.slice(before).flatMap(({ pictures }) => pictures)) {
        const { status, body } = await ask(`/api/incident/image?name=${name}`)
        expect(status).toBe(200)
        expect(Buffer.from(body.result.data, 'base64').subarray(-2)).toEqual(Buffer.from([0xff, 0xd9]))
      }
    }
    expect(sent.length).toBeGreaterThanOrEqual(kills * 4)
    tried(context, kills)
  },
  patience,
)

/** Resident memory in MB. */
const memory = () => Number(execFileSync('ps', ['-o', 'rss=', '-p', String(portal.pid)])) / 1024

/** Sends `megabytes` in chunks without a content length. */
function sendInChunks(megabytes: number): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const sent = request(
      `${portal.origin}/api/incident/uploadimage`,
      {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=x' },
      },
      (response) => {
        json(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject)
      },
    )
    sent.on('error', reject)
    sent.write('--x\r\nContent-Disposition: form-data; name="file"; filename="bild.jpg"\r\n\r\n')
    const megabyte = Buffer.alloc(1024 * 1024, 'a')
    let left = megabytes
    const more = () => {
      while (left > 0) {
        left--
        if (!sent.write(megabyte)) return void sent.once('drain', more)
      }
      sent.end('\r\n--x--')
    }
    more()
  })
}

test(
  'flooded with what it must refuse, it refuses in flat memory and keeps nothing',
  async (context) => {
    for (let index = 0; index < 10; index++) expect((await upload(bytes)).status).toBe(200)
    // Uploads that the kills above interrupted are removed after a day.
    const incoming = () => readdir(join(portal.dataDir, 'incoming'))
    const leftBefore = await incoming()
    const atRest = memory()
    let peak = atRest
    const watch = setInterval(() => {
      peak = Math.max(peak, memory())
    }, 50)
    const floods = effort({ sample: 3, full: 30 })
    const bomb = await claimedPng(50_000, 50_000)
    const large = Buffer.concat([bytes, Buffer.alloc(21 * 1024 * 1024)])
    try {
      for (let round = 0; round < floods; round += 3) {
        const answers = await Promise.all([
          ...Array.from({ length: 3 }, () => sendInChunks(100)),
          // No more at once than one employee may send.
          ...Array.from({ length: MOST_AT_ONCE - 5 }, () => upload(bomb)),
          upload(large),
          upload(bytes.subarray(0, bytes.length / 2)),
        ])
        expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400]))
        expect(answers[0]?.body.modelState.file).toEqual(['Bilden är för stor. Högst 20\u00a0MB går bra.'])
      }
    } finally {
      clearInterval(watch)
    }
    expect(peak - atRest).toBeLessThan(150)
    expect(await incoming()).toEqual(leftBefore)
    tried(context, floods)
  },
  patience,
)

test('after all that, every file has a row that leads to it', async () => {
  await portal.stop()
  const database = await portal.open()
  const { rows } = await sql<{ name: string }>`select name from incident_pictures`.execute(database.db)
  await database.close()
  const names = new Set(rows.map(({ name }) => name))
  const files = await readdir(join(portal.dataDir, 'blobs', 'deviations'), { recursive: true })
  const pictures = files.filter((path) => path.endsWith('.jpg')).map((path) => path.slice(3, 35))
  expect(pictures.length).toBeGreaterThan(10)
  expect(pictures.filter((name) => !names.has(name))).toEqual([])
})
