import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { sql, type Selectable } from 'kysely'
import * as z from 'zod/mini'
import { answerCase } from '#core/cases/server/acts.ts'
import { type Acting, lockCase } from '#core/cases/server/change.ts'
import type { Queue } from '#core/cases/server/queue.ts'
import type { CaseTables } from '#core/cases/server/tables.ts'
import type { Database, Platform } from '#platform/server/area.ts'
import type { Employee } from '#platform/server/http/signed-in.ts'
import { badlyFilled, errorEnvelope, notFound, Refusal, sentenceOf } from '#platform/server/http/errors.ts'
import { countsHere } from '#platform/server/http/write-limit.ts'
import { faultsGate } from '../../gate.ts'
import type { FaultState } from '../../rules.ts'
import { WorkshopAnswer, WorkshopUpdate } from '../../office-workshop-contract.ts'
import type { FaultTables } from '../tables.ts'
import { workshopSystems } from './settings.ts'
import { verifiedId } from './signature.ts'

/** Room for the longest text, which is 4,000 four-byte characters written as escapes, and for the other fields. */
const MOST_BYTES = 64 * 1024
/** How many messages of one company this process accepts per minute. */
const MOST_A_MINUTE = 600
/** How many wrongly signed messages of one address are answered with 401 per minute; the others get 429. */
const MOST_WRONG_A_MINUTE = 60

/**
 * The answer to every message without a valid signature. It does not reveal whether the company, its system or only the secret is unknown.
 */
const notSigned = 'Meddelandet är inte signerat, inte med rätt nyckel eller för gammalt.'

const Params = z.object({ company: z.string() })
const Headers = z.object({
  'webhook-id': z.string(),
  'webhook-timestamp': z.string(),
  'webhook-signature': z.string(),
})

/** Receives messages about faults from a workshop's own system, which has no employee's token but signs each message. */
export function receiveRoutes(app: FastifyInstance, platform: Platform, queue: Queue): void {
  const { db, clock, variants } = platform
  const systems = workshopSystems(platform)
  const counted = countsHere()
  const wrong = countsHere()

  /** The secrets of a company. An unknown company has none, so its messages are refused like those with a wrong secret. */
  const secretsOf = (company: string) =>
    variants.companies.get(company)?.switchedOff.includes(faultsGate.feature)
      ? []
      : (systems.get(company)?.secrets ?? [])

  void app.register(async (open) => {
    // The body stays bytes, because the signature is of the bytes.
    open.removeContentTypeParser('application/json')
    open.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    open.post<{ Params: { company: string }; Body: Buffer }>(
      '/api/verkstad/:company/fel',
      {
        bodyLimit: MOST_BYTES,
        schema: {
          summary: 'A workshop’s own system sets the state of a fault, or answers its reporter',
          description: 'Signed as Standard Webhooks say, instead of an employee’s token: docs/webhook.md.',
          security: [],
          params: Params,
          headers: Headers,
          body: WorkshopUpdate,
          response: { 200: z.object({ result: WorkshopAnswer, timestamp: z.string() }) },
        },
        // The body is validated only after its signature has been checked.
        validatorCompiler: () => () => true,
      },
      async (request, reply) => {
        const { company } = request.params
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        const now = clock()
        const id = verifiedId(secretsOf(company), request.headers, body, now)
        if (id === null) return wrong(request.ip) > MOST_WRONG_A_MINUTE ? tooMany(reply, now) : refuse(reply)
        if (counted(company) > MOST_A_MINUTE) return tooMany(reply, now)
        const acting: Acting = {
          employee: workshopOf(company),
          request,
          now,
          timeZone: variants.timeZoneOf(company),
          system: { name: 'Verkstadens system', source: 'webhook' },
        }
        const message = { company, id, hash: createHash('sha256').update(body).digest('base64url'), now }
        const update = read(body)
        const result = await db
          .transaction()
          .execute((tx) => onceById(tx, message, () => change(tx, queue, acting, update)))
        return { result, timestamp: now.toISOString() }
      },
    )
  })
}

const refuse = (reply: FastifyReply) =>
  reply.status(401).header('www-authenticate', 'Webhook-Signature').send(errorEnvelope(notSigned))

const tooMany = (reply: FastifyReply, now: Date) =>
  reply
    .status(429)
    .header('retry-after', 60 - now.getSeconds())
    .send(errorEnvelope(sentenceOf(429)))

function read(body: Buffer): WorkshopUpdate {
  let json: unknown
  try {
    json = JSON.parse(body.toString('utf8'))
  } catch {
    throw badlyFilled({ '': ['Meddelandet är inte JSON.'] })
  }
  const read = z.safeParse(WorkshopUpdate, json)
  if (!read.success) {
    const byField = Object.groupBy(read.error.issues, ({ path }) => String(path[0] ?? ''))
    throw badlyFilled(
      Object.fromEntries(
        Object.entries(byField).map(([field, issues = []]) => [field, issues.map((each) => each.message)]),
      ),
    )
  }
  if (read.data.state === null && read.data.text.trim() === '')
    throw badlyFilled({ state: ['Ange en status, en text eller båda.'] })
  return read.data
}

/** A stand-in employee for the workshop's system, with the workshop's role in the whole company. */
const workshopOf = (company: string): Employee => ({
  id: '00000000-0000-0000-0000-000000000000',
  company,
  number: '',
  userName: '',
  firstName: '',
  lastName: '',
  active: true,
  claims: [],
  roles: [{ role: 'verkstad', area: null, category: null, deputyFor: null }],
})

interface Message {
  readonly company: string
  readonly id: string
  readonly hash: string
  readonly now: Date
}

/**
 * Acts once for each id. A repeated message gets the first answer. A refused message is not remembered, and may be sent again.
 */
async function onceById(
  tx: Database,
  { company, id, hash, now }: Message,
  act: () => Promise<WorkshopAnswer>,
): Promise<WorkshopAnswer> {
  // A second message with the same id waits here until the first has been committed or rolled back.
  const { rows: first } = await sql`
    insert into workshop_calls (company, message_id, body_hash, at) values (${company}, ${id}, ${hash}, ${now})
    on conflict do nothing returning 1`.execute(tx)
  if (first.length === 0) {
    const { rows } = await sql<Pick<Selectable<FaultTables['workshop_calls']>, 'body_hash' | 'answer'>>`
      select body_hash, answer from workshop_calls where company = ${company} and message_id = ${id}`.execute(tx)
    const [before] = rows
    if (!before?.answer || before.body_hash !== hash)
      throw new Refusal(409, `Ett annat meddelande har redan kommit med webhook-id ${id}.`)
    return before.answer
  }
  const answer = await act()
  await sql`
    update workshop_calls set answer = ${JSON.stringify(answer)}::jsonb
    where company = ${company} and message_id = ${id}`.execute(tx)
  return answer
}

/** Changes a fault as the office would, with the same states, events, texts and audit. */
async function change(
  tx: Database,
  queue: Queue,
  acting: Acting,
  { number, state, text, version }: WorkshopUpdate,
): Promise<WorkshopAnswer> {
  // Locked as for a note, which may be added to every case, so that merged and ended cases are found too.
  const found = await lockCase(tx, queue, acting, { number, version: null, act: 'note' })
  if (found.mergedInto !== null) {
    const main = await numberOf(tx, queue, acting, found.mergedInto)
    throw new Refusal(409, `${number} är ihopslagen med ${main}. Skicka till den.`)
  }
  if (version !== undefined && version !== found.version)
    throw new Refusal(409, `${number} har ändrats: den har version ${found.version}, inte ${version}.`)
  const next = state === found.state ? null : state
  const isChanged = next !== null || text.trim() !== ''
  if (isChanged) await answerCase(tx, queue, acting, { number, version: null, text, state: next, asks: false })
  const after = await lockCase(tx, queue, acting, { number, version: null, act: 'note' })
  return { number, state: after.state as FaultState, version: after.version, changed: isChanged }
}

async function numberOf(tx: Database, queue: Queue, { employee }: Acting, id: number): Promise<string> {
  const { rows } = await sql<Pick<Selectable<CaseTables['cases']>, 'number'>>`
    select number from cases where company = ${employee.company} and kind = ${queue.calls.kind} and id = ${id}`.execute(
    tx,
  )
  if (!rows[0]) throw notFound()
  return rows[0].number
}
