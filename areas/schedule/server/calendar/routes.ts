import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { passes, switchedOffClaims } from '#platform/contract/claims.ts'
import { instantsOf } from '#platform/contract/instants.ts'
import { addDays, dateIn, wallClockIn } from '#platform/contract/wall-clock.ts'
import type { Platform, Ports } from '#platform/server/area.ts'
import { answer } from '#platform/server/http/answer.ts'
import { etagOf, isKnown } from '#platform/server/http/etag.ts'
import { originOf } from '#platform/server/variants.ts'
import { findById } from '#core/people/server/store.ts'
import { getSubscription, scheduleGate, subscribe, unsubscribe } from '../../calls.ts'
import { Subscribe, Subscribed, Subscription, Unsubscribed, type CalendarContent } from '../../contract.ts'
import { nextEvents, plainSummary, type CalendarEvent, type ServedEvent } from './events.ts'
import { hashOf, newSecret, secretIn } from './secret.ts'
import {
  DAYS_BACK,
  endSubscriptions,
  findByHash,
  findSubscription,
  lockSubscription,
  noteFetched,
  saveEvents,
  saveSubscription,
  servedEvents,
} from './store.ts'
import { writeCalendar } from './write.ts'

/** No company publishes further ahead. */
const DAYS_AHEAD = 400

/** Calendar programs fetch an address about once an hour, at most every few minutes. */
const FETCHES = { max: 60, timeWindow: '10 minutes' } as const

const silent = { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false }

type Found = NonNullable<Awaited<ReturnType<typeof findSubscription>>>

/** The calendar subscription: the calls by which an employee manages it, and the public address that calendar programs fetch. */
export function calendarRoutes(app: FastifyInstance, platform: Platform, { duties }: Ports): void {
  const { db, clock, config, variants } = platform

  const shown = ({ content, created_at, fetched_at, company }: Found) => {
    const zone = variants.timeZoneOf(company)
    return {
      visar: content,
      skapad: wallClockIn(zone, created_at),
      senastHamtad: fetched_at && wallClockIn(zone, fetched_at),
    }
  }

  answer(app, getSubscription, { answer: Subscription }, async ({ employee }) => {
    const found = await findSubscription(db, employee)
    return found ? shown(found) : null
  })

  answer(app, subscribe, { body: Subscribe, answer: Subscribed }, async ({ employee, body, request }) => {
    const secret = newSecret()
    const secretHash = hashOf(secret)
    const saved = await saveSubscription(db, employee, body, { secretHash, now: clock() })
    const isNew = saved.secret_hash === secretHash
    return { ...shown(saved), adress: isNew ? `${originOf(config, request)}/kalender/${secret}.ics` : null }
  })

  answer(app, unsubscribe, { answer: Unsubscribed }, async ({ employee }) => {
    await db.transaction().execute((tx) => endSubscriptions(tx, [employee.id]))
    return { status: 'OK' as const }
  })

  /** The subscription of an address, if its employee may see the schedule on this host. */
  async function subscriptionAt(file: string, { hostname }: FastifyRequest): Promise<Found | null> {
    const secret = secretIn(file)
    const found = secret && (await findByHash(db, hashOf(secret)))
    if (!found) return null
    const employee = await findById(db, found.employee_id)
    const variant = variants.forHost(hostname)
    if (!employee?.active || employee.company !== found.company) return null
    if (variant.company && variant.company.id !== employee.company) return null
    const company = variants.companies.get(employee.company)
    const claims = [...employee.claims, ...switchedOffClaims(company?.switchedOff ?? [])]
    return passes(scheduleGate, claims, variant.switchedOff) ? found : null
  }

  async function eventsOf({ employee_id: id, company, content }: Found): Promise<ServedEvent[]> {
    const now = clock()
    const zone = variants.timeZoneOf(company)
    const today = dateIn(zone, now)
    const from = addDays(today, -DAYS_BACK)
    const current = eventsOfDuties(await duties.dutiesBetween(id, from, addDays(today, DAYS_AHEAD)), content, zone)
    const plain = content === 'tider'
    const seen = nextEvents(await servedEvents(db, id, from), current, { now, plain })
    if (seen.changed.length === 0) return seen.events
    return db.transaction().execute(async (tx) => {
      if (!(await lockSubscription(tx, id))) return []
      // Read again: another fetch may have stored the same changes.
      const { events, changed } = nextEvents(await servedEvents(tx, id, from), current, { now, plain })
      await saveEvents(tx, id, changed)
      return events
    })
  }

  void app.register(async (open) => {
    await open.register(rateLimit, {
      ...FETCHES,
      // Limited by calendar address and not by client, since the servers of a calendar service fetch for many employees.
      keyGenerator: (request) => hashOf((request.params as { file: string }).file),
      addHeaders: silent,
      addHeadersOnExceeding: silent,
    })
    open.get<{ Params: { file: string } }>('/kalender/:file', { schema: { hide: true } }, async (request, reply) => {
      const found = await subscriptionAt(request.params.file, request)
      // The same answer for a wrong, a replaced and an ended address.
      if (!found) {
        return reply
          .status(404)
          .header('cache-control', 'no-store')
          .type('text/plain; charset=utf-8')
          .send('Finns inte')
      }
      const zone = variants.timeZoneOf(found.company)
      const text = writeCalendar({ id: found.calendar_id, timeZone: zone }, await eventsOf(found))
      await noteFetched(db, found.employee_id, clock())
      return sendCalendar(request, reply, text)
    })
  })
}

function sendCalendar(request: FastifyRequest, reply: FastifyReply, text: string) {
  const etag = etagOf(text)
  void reply.header('cache-control', 'private, no-cache').header('etag', etag).header('x-robots-tag', 'noindex')
  if (isKnown(request, etag)) return reply.status(304).send()
  return reply
    .type('text/calendar; charset=utf-8')
    .header('content-disposition', 'inline; filename="schema.ics"')
    .send(text)
}

type Duty = Awaited<ReturnType<Ports['duties']['dutiesBetween']>>[number]

function eventsOfDuties(duties: readonly Duty[], content: CalendarContent, timeZone: string): CalendarEvent[] {
  const taken = new Set<string>()
  // Two services of one day may have a run of the same name, and a third run may already be called '7 #2'.
  const nameOf = ({ serviceDate, run }: Duty): string => {
    let name = run
    for (let time = 2; taken.has(`${serviceDate} ${name}`); time++) name = `${run} #${time}`
    taken.add(`${serviceDate} ${name}`)
    return name
  }
  return duties.map((duty) => {
    return {
      serviceDate: duty.serviceDate,
      run: nameOf(duty),
      startsAt: duty.startsAt,
      startsInstant: duty.startsInstant ?? instantsOf(timeZone, duty.startsAt)[0],
      endsAt: duty.endsAt,
      endsInstant: duty.endsInstant,
      summary: content === 'linje' ? duty.description : plainSummary,
      place: content === 'linje' ? duty.startPlace : '',
    }
  })
}
