import { readFile } from 'node:fs/promises'
import { PAGE_SIZE } from '#core/cases/rules.ts'
import { startChild } from '../processes.ts'
import type { Line } from '../results.ts'
import type { Undo } from '../undo.ts'
import { inRounds, line, portalOn, type Loading, type RunningPortal, type ServerPlan } from './contenders.ts'
import { emptyDatabase, filledBy } from './databases.ts'
import type { FilledCases } from './fill-cases.ts'
import { caseSizes, casesABus } from './rows.ts'

const at = (path: string, queue = 'fel') => `/api/kontor/arenden/${queue}/${path}`
const rowsIn = (result: unknown) => (result as { rows: readonly unknown[] }).rows.length
const isFullPage = (result: unknown) => rowsIn(result) === PAGE_SIZE
const hasViews = (result: unknown) => (result as { views: readonly unknown[] }).views.length === 3
const status = encodeURIComponent('Bedömd')

/** The calls that an office makes all day. */
const asked = [
  { name: 'first page', path: at('lista'), isRight: isFullPage },
  { name: 'counts', path: at('antal'), isRight: Array.isArray },
  { name: 'a saved view', path: at(`lista?vy=ej-tilldelade&status=${status}`), isRight: isFullPage },
  {
    name: 'a saved view of a bus',
    path: at('lista?om=7'),
    // In an area, about half of the bus's cases.
    isRight: (result: unknown) => rowsIn(result) >= casesABus / 2 && rowsIn(result) <= 2 * casesABus,
  },
  { name: 'saved views with their counts', path: at('vyer'), isRight: hasViews },
] as const

/** HR's calls: a separate permission covers sensitive and marked cases, so that a list finds its cases in two ways. */
const askedOfHr = [
  { name: 'first page of deviations', path: at('lista', 'avvikelser'), isRight: isFullPage },
  { name: 'counts of deviations', path: at('antal', 'avvikelser'), isRight: Array.isArray },
] as const

const names = asked.map(({ name }) => name)
/** The employees, and the lists that they open. A small share of 1,000 cases does not fill a page, and a page with fewer rows is always cheaper. */
const whose = {
  company: { of: 'of a company', opened: names },
  half: { of: 'of an area', opened: names },
  tenth: { of: 'of an area of a tenth', opened: ['first page', 'counts', 'saved views with their counts'] },
  fiftieth: { of: 'of an area of a fiftieth', opened: ['counts', 'saved views with their counts'] },
  hr: { of: 'of HR', opened: askedOfHr.map(({ name }) => name) },
  hrOfHalf: { of: 'of HR in an area', opened: askedOfHr.map(({ name }) => name) },
} as const
const secondsEachWay = 2
/** The limit of the cost with 100,000 open cases, as a multiple of the cost with 1,000. */
const flat = 1.5
/** The memory that an export may need besides the portal's own: one piece, and garbage that has not been collected yet. */
const atMostMegabytes = 100

/** Compares the office's lists over many open cases with those over few, and watches the memory of an export. */
export async function measureCases(plan: ServerPlan, undo: Undo, load: Loading): Promise<Line[]> {
  const { small, large } = caseSizes
  const [many, few] = [large, small].map((open) => open.toLocaleString('en'))
  plan.log(`Server: filling PostgreSQL with ${few} and ${many} open cases …`)
  const started = async (open: number) => {
    const address = await emptyDatabase(plan.postgres, undo)
    const filled = await filledBy<FilledCases>(startChild(undo, 'bench/server/fill-cases.ts', [address, String(open)]))
    return { ...filled, portal: await portalOn(undo, { DATABASE_URL: address }, filled.signingKey) }
  }
  const little = await started(small)
  const much = await started(large)
  const lines: Line[] = []
  for (const reach of Object.keys(whose) as (keyof typeof whose)[]) {
    const { of, opened } = whose[reach]
    for (const { name, path, isRight } of [...asked, ...askedOfHr].filter((each) =>
      opened.some((name) => name === each.name),
    )) {
      const full = `Cases ${of}, ${name}`
      const ask = ({ portal, [reach]: employees }: typeof little, count: string | undefined) =>
        portal.ask(
          `${full}, ${count} open`,
          employees.map((employee) => ({ employee, path })),
          (body) => isRight((body as { result: unknown }).result),
        )
      const [smaller, larger] = [await ask(little, few), await ask(much, many)]
      await inRounds([smaller, larger], plan, load, secondsEachWay)
      lines.push(line(`${full}, ${many} open against ${few}`, larger, smaller, flat, 'withDatabase'))
    }
  }
  return [...lines, ...(await exported(much.portal, much.company[0] ?? '', large))]
}

/** Exports a whole list as CSV, and measures the portal's memory after each piece. */
async function exported(portal: RunningPortal, employee: string, cases: number): Promise<Line[]> {
  const name = `Export of ${cases.toLocaleString('en')} cases as CSV`
  const { origin, asks } = await portal.ask(name, [{ employee, path: at('tabell?vy=oppna') }], () => true)
  const [ask] = asks
  if (!ask) throw new Error('nothing to ask')
  const begin = performance.now()
  const before = await megabytesOf(portal.pid)
  const memory: number[] = []
  let lines = 0
  let efter = ''
  for (;;) {
    const answer = await fetch(`${origin}${ask.path}${efter}`, { headers: ask.headers })
    const { result } = (await answer.json()) as { result: { text: string; next: number | null } }
    lines += result.text.split('\r\n').length - 1
    memory.push(await megabytesOf(portal.pid))
    if (result.next === null) break
    efter = `&efter=${result.next}`
  }
  if (lines !== cases + 1) throw new Error(`${name}: ${lines} lines`)
  const half = Math.ceil(memory.length / 2)
  const [first, second] = [Math.max(...memory.slice(0, half)), Math.max(...memory.slice(half))]
  return [
    {
      name: `${name}: seconds`,
      value: (performance.now() - begin) / 1000,
      unit: 's',
      digits: 1,
      limit: { atMost: 60 },
    },
    {
      name: `${name}: memory above that before it`,
      value: Math.max(first, second) - before,
      unit: 'MB',
      limit: { atMost: atMostMegabytes },
    },
    {
      name: `${name}: memory in its second half against its first`,
      value: second,
      floor: first,
      unit: 'MB',
      ratio: second / first,
      limit: { atMost: 1.1 },
    },
  ]
}

/** The memory of a process at present. */
async function megabytesOf(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+)/m.exec(text)?.[1] ?? 0) / 1024
}
