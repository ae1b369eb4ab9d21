import { searchedFor } from '#platform/server/search.ts'
import { findNews } from '../../areas/news/server/search.ts'
import { median } from '../figures.ts'
import { startChild } from '../processes.ts'
import type { Line } from '../results.ts'
import type { Undo } from '../undo.ts'
import { bareRoute, inRounds, line, portalOn, type Loading, type ServerPlan } from './contenders.ts'
import { emptyDatabase, filledBy } from './databases.ts'
import type { FilledSearch } from './fill-search.ts'
import { commonWord, listArea, rareWord, searchedRows } from './rows.ts'
import { statementOf } from './statement.ts'

const secondsEachWay = 2
const most = 5
/** What an employee accepts between two letters. */
const atMostMs = 50
/** The portal asks two areas for documents as well, and two for reports. */
const ofBare = 6

const searches = [
  { name: 'the beginning of a common word', q: commonWord.slice(0, 4), kinds: 3 },
  { name: 'a common word and a rare one', q: `${commonWord} ${rareWord}`, kinds: 0 },
  { name: 'a rare word', q: rareWord.slice(0, 7), kinds: 3 },
] as const

/** Measures a search over much, and compares the portal with a bare route that looks the news up in the index. */
export async function measureSearch(plan: ServerPlan, undo: Undo, load: Loading): Promise<Line[]> {
  const { news, documents } = searchedRows
  const filled = `${news.toLocaleString('en')} news items and ${documents.toLocaleString('en')} documents`
  plan.log(`Server: filling PostgreSQL with ${filled} …`)
  const address = await emptyDatabase(plan.postgres, undo)
  const { signingKey, employees } = await filledBy<FilledSearch>(
    startChild(undo, 'bench/server/fill-search.ts', [address]),
  )
  const portal = await portalOn(undo, { DATABASE_URL: address }, signingKey)

  const lines: Line[] = []
  for (const { name, q, kinds } of searches) {
    const asks = employees.map((employee) => ({ employee, path: `/api/sok?q=${encodeURIComponent(q)}` }))
    const asked = await portal.ask(`Search, ${name}`, asks, (body) => groupsIn(body).length >= kinds)
    const bare =
      q === searches[2].q
        ? await bareRoute(undo, 'Search, bare statement', {
            where: address,
            statements: [
              await statementOf((db) =>
                findNews(db, { id: '', company: 'norr', area: listArea }, searchedFor(q), most),
              ),
            ],
            isRight: (rows) => Array.isArray(rows) && rows.length === most,
          })
        : null
    await inRounds([asked, ...(bare ? [bare] : [])], plan, load, secondsEachWay)
    lines.push({
      name: `Search for ${name}, ${filled}`,
      value: median(asked.costs.map(({ withDatabase }) => withDatabase)) / 1000,
      unit: 'ms',
      digits: 1,
      limit: { atMost: atMostMs },
    })
    if (bare) lines.push(line(`Search for ${name} against the bare statement, ${filled}`, asked, bare, ofBare, 'own'))
  }
  return lines
}

const groupsIn = (body: unknown) => (body as { result: { grupper: readonly unknown[] } }).result.grupper
