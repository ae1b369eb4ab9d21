import type { FastifyInstance } from 'fastify'
import { passes } from '#platform/contract/claims.ts'
import type { AreaSearch, Platform, RecentHits } from '#platform/server/area.ts'
import { answer } from '#platform/server/http/answer.ts'
import { Refusal, sentenceOf } from '#platform/server/http/errors.ts'
import { countsHere } from '#platform/server/http/write-limit.ts'
import { searchedFor } from '#platform/server/search.ts'
import { search } from '../calls.ts'
import { Found, SearchQuery } from '../contract.ts'

/** Hits of one kind. More could not be seen at a glance, and typing another letter narrows them. */
const MOST_HITS = 5
type Asked = Parameters<AreaSearch['find']>

const all = async (area: AreaSearch, asked: Asked): Promise<RecentHits> => ({
  hits: await area.find(...asked),
  older: false,
})

const recent = async (area: AreaSearch, asked: Asked): Promise<RecentHits> =>
  (await area.findRecent?.(...asked)) ?? all(area, asked)

/** The search text is neither stored nor logged. Each area decides what the employee may see. */
export function searchRoutes(app: FastifyInstance, platform: Platform, searches: readonly AreaSearch[]): void {
  const count = countsHere()
  // A replica may lag: something written a few seconds ago may be found a little later.
  const reading: Platform = { ...platform, db: platform.reads ?? platform.db }
  answer(app, search, { query: SearchQuery, answer: Found }, async ({ employee, variant, query }) => {
    if (count(employee.id) > platform.config.writesPerMinute) throw new Refusal(429, sentenceOf(429))
    const searched = searchedFor(query.q)
    const searcher = { ...employee, variant }
    const groups = searches
      .filter(({ gate }) => passes(gate, employee.claims, variant.switchedOff))
      .map(async (area) => {
        const { hits, older } = await (query.aldre ? all : recent)(area, [reading, searcher, searched, MOST_HITS])
        return { slag: area.kind, traffar: [...hits], ...(older && { aldre: true as const }) }
      })
    return { grupper: (await Promise.all(groups)).filter(({ traffar, aldre }) => traffar.length > 0 || aldre) }
  })
}
