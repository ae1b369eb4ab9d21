import { searchedFor } from '#platform/server/search.ts'
import { findRecentNews } from '../../areas/news/server/search.ts'
import { median } from '../figures.ts'
import { startChild } from '../processes.ts'
import type { Line } from '../results.ts'
import type { Undo } from '../undo.ts'
import { bareRoute, inRounds, line, loader, portalOn, type Contender, type ServerPlan } from './contenders.ts'
import { emptyDatabase, filledBy } from './databases.ts'
import type { FilledSearch } from './fill-search.ts'
import { commonWord, listArea, middlingWord, onlyWord, rareWord, searchedRows, type SearchedSize } from './rows.ts'
import { statementOf } from './statement.ts'

const secondsEachWay = 2
/** Few, because the portal refuses requests that would wait too long for the database. The work for each answer is measured, not the waiting. */
const connections = 4
const most = 5
/** The delay that an employee accepts between typing two letters. */
const atMostMs = 50
/** Higher than for a list, because the portal also searches two areas for documents and two for reports. */
const ofBare = 6
const flat = 1.1

interface Searched {
  readonly name: string
  readonly q: string
  /** The least number of kinds of hits in a right answer. */
  readonly kinds: number
}

const rare: Searched = { name: 'a rare word', q: rareWord.slice(0, 7), kinds: 3 }
const searches: readonly Searched[] = [
  { name: 'the beginning of a common word', q: commonWord.slice(0, 4), kinds: 3 },
  { name: 'a common word and a rare one', q: `${commonWord} ${rareWord}`, kinds: 0 },
  { name: 'a word of one text in twenty', q: middlingWord, kinds: 3 },
  rare,
  { name: 'a word of four texts', q: onlyWord, kinds: 3 },
]

interface Filled {
  readonly text: string
  readonly address: string
  readonly contenders: readonly Contender[]
}

/**
 * Measures searches over much data against the same searches over little, and compares the portal with a bare route that looks the
 * news up in the index.
 */
export async function measureSearch(plan: ServerPlan, undo: Undo): Promise<Line[]> {
  const load = loader(undo, connections)
  const small = await filledPortal(plan, undo, 'small')
  const middle = await filledPortal(plan, undo, 'middle')
  const large = await filledPortal(plan, undo, 'large')
  const bare = await bareRoute(undo, 'Search, bare statement', {
    where: middle.address,
    statements: [
      await statementOf((db) =>
        findRecentNews(db, { id: '', company: 'norr', area: listArea }, searchedFor(rare.q), most),
      ),
    ],
    isRight: (rows) => Array.isArray(rows) && rows.length === most,
  })
  const lines: Line[] = []
  for (const [n, search] of searches.entries()) {
    const [little, much, most] = [small, middle, large].map(({ contenders }) => contenders[n]!) as [
      Contender,
      Contender,
      Contender,
    ]
    await inRounds([little, much, most, ...(search === rare ? [bare] : [])], plan, load, secondsEachWay)
    const what = `Search for ${search.name}`
    lines.push(
      {
        name: `${what}, ${middle.text}`,
        value: median(much.costs.map(({ withDatabase }) => withDatabase)) / 1000,
        unit: 'ms',
        digits: 1,
        limit: { atMost: atMostMs },
      },
      line(`${what}, ${large.text} against ${small.text}`, most, little, flat, 'withDatabase'),
    )
    if (search === rare)
      lines.push(line(`${what} against the bare statement, ${middle.text}`, much, bare, ofBare, 'own'))
  }
  return lines
}

/** A portal on a database of that size, with a contender for each search. */
async function filledPortal(plan: ServerPlan, undo: Undo, size: SearchedSize): Promise<Filled> {
  const { news, documents } = searchedRows[size]
  const text = `${news.toLocaleString('en')} news items and ${documents.toLocaleString('en')} documents`
  plan.log(`Server: filling PostgreSQL with ${text} …`)
  const address = await emptyDatabase(plan.postgres, undo)
  const { signingKey, employees } = await filledBy<FilledSearch>(
    startChild(undo, 'bench/server/fill-search.ts', [address, String(news), String(documents)]),
  )
  const portal = await portalOn(undo, { DATABASE_URL: address, WRITES_PER_MINUTE: '100000000' }, signingKey)
  const contenders = await Promise.all(
    searches.map(({ name, q, kinds }) => {
      const asks = employees.map((employee) => ({ employee, path: `/api/sok?q=${encodeURIComponent(q)}` }))
      return portal.ask(`Search, ${name}, ${text}`, asks, (body) => groupsIn(body).length >= kinds)
    }),
  )
  return { text, address, contenders }
}

const groupsIn = (body: unknown) => (body as { result: { grupper: readonly unknown[] } }).result.grupper
