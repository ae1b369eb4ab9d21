import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { wallClockIn } from '#platform/contract/wall-clock.ts'
import type { Database, Platform } from '#platform/server/area.ts'
import type { AllWritten } from '#platform/server/db/rows.ts'
import { answer } from '#platform/server/http/answer.ts'
import { notFound, refused } from '#platform/server/http/errors.ts'
import { once } from '#platform/server/http/once.ts'
import type { Employee } from '#platform/server/http/signed-in.ts'
import { audit } from '#core/audit/server/audit.ts'
import { isRole, roles } from '#core/people/roles.ts'
import { plainIssuer } from '#core/people/server/issuer.ts'
import { reach } from '#core/people/server/roles/reach.ts'
import { endRule } from '#core/people/server/roles/role-rules.ts'
import * as calls from '../calls.ts'
import { Done, Given, Meant, NewRule, RowId, Rule, RuleQuery } from '../contract.ts'
import { noArea, noRole, onlyOwnArea } from './failures.ts'
import { makeOrAsk } from './make-rule.ts'
import { mayGive } from './may-give.ts'
import { actingBy, givingBy } from './on-wire.ts'
import { meantBy, rulesWithin, ruleToEnd, type RuleToMake } from './rules-store.ts'
import { areasOf } from './store.ts'

/** The calls for rules that give roles by the claims of a sign-in: list, add and end them, and find the employees that one applies to. */
export function ruleRoutes(app: FastifyInstance, platform: Platform): void {
  const { db, clock, variants } = platform

  answer(app, calls.getRules, { answer: z.array(Rule) }, async ({ employee }) => {
    const timeZone = variants.timeZoneOf(employee.company)
    const stored = await rulesWithin(db, reach(employee, 'roles.give'))
    return stored.map(({ madeAt, ...each }): Required<Rule> => ({
      ...each,
      namn: isRole(each.roll) ? roles[each.roll].name : each.roll,
      kanslig: isRole(each.roll) && roles[each.roll].sensitive,
      gjordes: wallClockIn(timeZone, madeAt),
    }))
  })

  // The members of a group are the directory's information, so looking them up here is recorded.
  answer(app, calls.tryRule, { query: RuleQuery, answer: Meant }, async (ask) => {
    const { company, by, at } = givingBy(ask, platform, 'roles.give')
    const asked = readQuery(ask.query)
    const meant = await meantBy(db, company, asked)
    const object = { kind: 'rule', id: '*' }
    await audit(db, { company, at, by, what: 'rule.tried', object, after: { ...asked, rows: meant.antal } })
    return meant
  })

  answer(app, calls.addRule, { body: NewRule, answer: Given }, async (ask) =>
    once(db, ask, clock(), async (tx) => {
      const { employee, giving } = await actingBy(tx, ask, platform, 'roles.give')
      return makeOrAsk(tx, giving, await ruleToMake(tx, employee, ask.body))
    }),
  )

  answer(app, calls.removeRule, { body: RowId, answer: Done }, async (ask) =>
    once(db, ask, clock(), async (tx) => {
      const { id: asked, ...unwritten } = ask.body
      unwritten satisfies AllWritten
      const { employee, giving } = await actingBy(tx, ask, platform, 'roles.give')
      const { company, by, at, today } = giving
      const found = await ruleToEnd(tx, company, asked)
      if (!found || !mayGive(employee, { area: found.omrade, category: found.kategori })) throw notFound()
      const { id, claim, varde, utfardare, roll, omrade, kategori } = found
      const ended = await endRule(tx, { company, id, by, at, today })
      const before = { role: roll, area: omrade, category: kategori }
      const because = `${claim} = ${varde}`
      const object = { kind: 'rule', id }
      await audit(tx, {
        company,
        at,
        by,
        what: 'rule.removed',
        object,
        before: { ...before, because, issuer: utfardare },
      })
      for (const { employeeId, id: assignment } of ended) {
        const role = { kind: 'role', id: assignment }
        await audit(tx, { company, at, by, what: 'role.ended', object: role, about: employeeId, before })
      }
      return { id }
    }),
  )
}

const readQuery = ({ utfardare, claim, varde }: RuleQuery) => ({
  issuer: utfardare === undefined ? null : plainIssuer(utfardare.trim()),
  claim: claim.trim(),
  value: varde.trim(),
})

/** The rule that a request adds. Throws what is wrong with it, by field. */
async function ruleToMake(tx: Database, employee: Employee, body: NewRule): Promise<RuleToMake> {
  const { roll, omrade, kategori, utfardare, claim, varde, ...unwritten } = body
  unwritten satisfies AllWritten
  const area = omrade?.trim() ?? null
  const category = kategori?.trim() ?? null
  const wrong: Record<string, string[]> = {}
  if (!isRole(roll)) wrong['roll'] = [noRole]
  if (area !== null && !(await areasOf(tx, employee.company)).includes(area)) wrong['omrade'] = [noArea]
  else if (!mayGive(employee, { area, category })) wrong['omrade'] = [onlyOwnArea]
  if (!isRole(roll) || Object.keys(wrong).length > 0) throw refused(wrong)
  return { ...readQuery({ utfardare, claim, varde }), role: roll, area, category }
}
