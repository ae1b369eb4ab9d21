import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { Opening } from '#core/audit/contract.ts'
import { audit } from '#core/audit/server/audit.ts'
import { openingsOf } from '#core/audit/server/openings.ts'
import { missingDetails, NewDetails, PersonalDetails } from '#core/people/contract.ts'
import { lockDetails, readDetails, writeDetails } from '#core/people/server/details.ts'
import { personalFields, type PersonalField } from '#platform/contract/variant.ts'
import type { Database, Platform } from '#platform/server/area.ts'
import { answer, type Ask } from '#platform/server/http/answer.ts'
import { badlyFilled, refused, Refusal } from '#platform/server/http/errors.ts'
import { once } from '#platform/server/http/once.ts'
import { companyOwnedHeader, getDetails, getOpenings, saveDetails } from '../calls.ts'

const changedElsewhere = () =>
  new Refusal(409, 'Dina uppgifter har ändrats någon annanstans sedan du öppnade dem. Hämta de nya och spara igen.')

/** Only the employee's own details: neither address nor body names an employee. */
export function profileRoutes(app: FastifyInstance, platform: Platform): void {
  const { db, clock, variants } = platform
  const ownedByCompany = (company: string) => {
    const employees = variants.companies.get(company)?.employeeOwns ?? personalFields
    return personalFields.filter((field) => !employees.includes(field))
  }

  const missing = ({ employee, body }: Ask<unknown, unknown>) => missingDetails(body, ownedByCompany(employee.company))

  answer(app, getOpenings, { answer: z.array(Opening) }, ({ employee }) => openingsOf(platform, employee))

  // In a separate Fastify scope, so that only these calls get the headers.
  void app.register(async (calls) => {
    const tags = new WeakMap<FastifyRequest, { tag: string; companyOwned: readonly PersonalField[] }>()
    calls.addHook('onSend', async (request, reply) => {
      const version = tags.get(request)
      if (version) reply.header('etag', `"${version.tag}"`).header(companyOwnedHeader, version.companyOwned.join(', '))
    })
    const withHeaders = (request: FastifyRequest, company: string, details: PersonalDetails) => {
      tags.set(request, { tag: tagOf(details), companyOwned: ownedByCompany(company) })
      return details
    }

    answer(calls, getDetails, { answer: PersonalDetails }, async ({ employee, request }) =>
      withHeaders(request, employee.company, await readDetails(db, employee.id)),
    )

    const saving = {
      body: NewDetails,
      answer: PersonalDetails,
      alsoWrong: async (ask: Ask<unknown, unknown>) => missing(ask),
    }
    answer(calls, saveDetails, saving, async (ask) => {
      const { employee, request, body } = ask
      const absent = missing(ask)
      if (Object.keys(absent).length > 0) throw badlyFilled(absent)
      // The answer is read after the transaction, so that nothing personal is stored with the idempotency keys.
      await once(db, ask, clock(), async (tx) => {
        const { details, ownFields } = await lockDetails(tx, employee.id)
        if (!matches(request.headers['if-match'], tagOf(details))) throw changedElsewhere()
        const wanted = { ...details, ...trimmed(body) }
        const changed = personalFields.filter((field) => wanted[field] !== details[field])
        const closed = changed.filter((field) => ownedByCompany(employee.company).includes(field))
        if (closed.length > 0) {
          throw refused(
            Object.fromEntries(closed.map((field) => [field, ['Uppgiften kan bara ändras av ditt bolag.']])),
          )
        }
        const owned = personalFields.filter((field) => ownFields.includes(field) || changed.includes(field))
        await writeDetails(tx, employee.id, { details: wanted, ownFields: owned })
        if (changed.includes('firstName') || changed.includes('lastName')) await auditRename(tx, ask, clock())
        return null
      })
      return withHeaders(request, employee.company, await readDetails(db, employee.id))
    })
  })
}

/**
 * Records that an employee has changed his or her name, without the names: the log is never changed, so an erased name would stay in it.
 */
const auditRename = (
  tx: Database,
  { employee, request }: Pick<Ask<unknown, unknown>, 'employee' | 'request'>,
  at: Date,
) =>
  audit(tx, {
    company: employee.company,
    at,
    by: { employeeId: employee.id, role: null, request },
    what: 'employee.renamed',
    object: { kind: 'employee', id: employee.id },
    about: employee.id,
  })

/** An ETag that differs whenever the details do, whoever changed them. */
const tagOf = (details: PersonalDetails): string =>
  createHash('sha256')
    .update(JSON.stringify(personalFields.map((field) => details[field])))
    .digest('base64url')
    .slice(0, 22)

/** Compressing proxies make a tag weak, but it is still the same version. */
function matches(ifMatch: string | undefined, tag: string): boolean {
  if (ifMatch === undefined || ifMatch.trim() === '*') return true
  return ifMatch.split(',').some((one) => one.trim().replace(/^W\//, '') === `"${tag}"`)
}

function trimmed(body: NewDetails): Partial<Record<keyof NewDetails, string>> {
  const given = Object.entries(body).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return Object.fromEntries(given.map(([field, value]) => [field, value.trim()]))
}
