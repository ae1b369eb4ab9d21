import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chromium as playwright } from '@playwright/test'
import { pageAt } from '#platform/contract/pages.ts'
import { median, medianRatio } from '../figures.ts'
import { root, startPortal, temporaryFolder } from '../processes.ts'
import { environmentAt } from '../../checks/clocks.ts'
import type { Line } from '../results.ts'
import type { Undo } from '../undo.ts'
import { chromium } from './chromium.ts'
import { middleOfNextRun, setClock } from './clock.ts'
import { weighChunks, type Weighed } from './chunks.ts'
import { serveFloor } from './floor-server.ts'
import { type Audit, audit } from './audit.ts'
import { settle } from './repeat.ts'
import { driver, signedInGoal, signInOn } from './sign-in.ts'
import { newPhone, visit, type Visit, visitIn } from './visit.ts'

export interface PagePlan {
  readonly rounds: number
  readonly log: (line: string) => void
}

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const kilo = (bytes: number) => bytes / 1000

/** Compares the first load of the signed-in dashboard with the floor page, and measures what each further screen adds. */
export async function measurePage({ rounds, log }: PagePlan, undo: Undo): Promise<{ lines: Line[]; notes: string[] }> {
  log('Page: building the floor, starting the portal …')
  for (const script of ['checks/ensure-browser.ts', 'app/build/build-if-changed.ts'])
    await promisify(execFile)(process.execPath, [script], { cwd: root })
  const floorGoal = { address: `${await serveFloor(undo)}/`, shows: 'Dagens uppdrag' }
  const clock = middleOfNextRun(driver, new Date())
  log(`Page: it is ${clock.toISOString()} for the portal and the phone.`)
  const { origin: portal } = await startPortal(undo, environmentAt({ what: 'a duty', at: clock.toISOString() }, 'UTC'))
  const browser = await playwright.launch({ executablePath: chromium(), args: flags })
  undo.add(() => browser.close())
  const portalGoal = await signedInGoal(browser, portal, clock)

  const floors: Visit[] = []
  const portals: Visit[] = []
  const repeats: Visit[] = []
  // One warm-up visit each, so that the server's and the browser's own caches are filled for both.
  await visit(browser, floorGoal)
  await visit(browser, portalGoal)
  const phone = await newPhone(browser, portalGoal)
  await settle(phone, portalGoal)
  await visitIn(phone, portalGoal)
  for (let round = 0; round < rounds; round++) {
    const floor = await visit(browser, floorGoal)
    const own = await visit(browser, portalGoal)
    floors.push(floor)
    portals.push(own)
    const again = await visitIn(phone, portalGoal)
    repeats.push(again)
    log(
      `Page: round ${round + 1} of ${rounds}: floor ${describe(floor)}; portal ${describe(own)}; again ${describe(again)}`,
    )
  }
  await phone.close()
  const [floorAudit, ...audits] = await auditPages(floorGoal.address, portal, clock, rounds, undo)
  const listedAudits = [floorAudit, ...audits].map(
    ({ address, performance, blocking }) => `${address} ${performance} (${Math.round(blocking)} ms)`,
  )
  log(`Page: Lighthouse: ${listedAudits.join(', ')}`)
  const { screens, background, shared, office, reader } = weighChunks(join(root, 'dist/web'))
  return {
    lines: [
      {
        name: 'JavaScript and CSS, gzip',
        unit: 'kB',
        limit: { atMost: 1.3 },
        ...compare(floors, portals, ({ weight }) => kilo(weight)),
      },
      {
        name: 'Largest contentful paint, slow 4G, a processor four times slower',
        unit: 'ms',
        limit: { atMost: 1.3 },
        ...compare(floors, portals, paintOf),
      },
      {
        name: 'Script time until the duty is on screen',
        unit: 'ms',
        limit: { atMost: 2.5 },
        ...compare(floors, portals, ({ script }) => script),
      },
      {
        name: 'Script time until all of home is on screen',
        unit: 'ms',
        limit: { atMost: 3 },
        ...compare(floors, portals, ({ wholeScript }) => wholeScript),
      },
      {
        name: 'Script time until 4 s after that, with what is fetched in the background',
        unit: 'ms',
        ...compare(floors, portals, ({ idleScript }) => idleScript),
      },
      {
        name: 'Repeat visit, largest contentful paint, against the first visit',
        unit: 'ms',
        limit: { atMost: 0.35 },
        ...compare(portals, repeats, paintOf),
      },
      {
        name: 'Layout shift, at most',
        unit: '',
        digits: 3,
        value: Math.max(...portals.map(({ shift }) => shift), ...audits.map(({ layoutShift }) => layoutShift)),
        limit: { atMost: 0.02 },
      },
      ...audits.flatMap((page) => [
        {
          name: `Lighthouse performance, ${page.address}: points below the floor`,
          unit: '',
          value: Math.max(0, floorAudit.performance - page.performance),
          limit: { atMost: 3 },
        },
        {
          name: `Lighthouse accessibility, ${page.address}`,
          unit: '',
          value: page.accessibility,
          limit: { atLeast: 100 },
        },
      ]),
      {
        name: 'Requests until the duty is on screen',
        unit: '',
        value: most(portals, ({ requests }) => requests),
        limit: { atMost: 9 },
      },
      {
        name: 'of them to the API',
        unit: '',
        value: most(portals, ({ requests }) => requests.filter((path) => path.startsWith('/api/'))),
        limit: { atMost: 3 },
      },
      ...screens.slice(0, 3).map((screen) => ({
        name: `Own code: ${screen.name}`,
        unit: 'kB',
        value: kilo(screen.bytes),
        limit: { atMost: 15 },
      })),
      {
        name: 'Shared parts that are fetched later, together',
        unit: 'kB',
        value: kilo(shared.reduce((sum, { bytes }) => sum + bytes, 0)),
        limit: { atMost: 100 },
      },
      {
        name: 'Shared parts of the office, which only the office fetches, together',
        unit: 'kB',
        value: kilo(office.reduce((sum, { bytes }) => sum + bytes, 0)),
        limit: { atMost: 60 },
      },
      {
        name: 'The reader of PDFs, fetched with the first one',
        unit: 'kB',
        value: kilo(reader.reduce((sum, { bytes }) => sum + bytes, 0)),
        limit: { atMost: 600 },
      },
    ],
    notes: [
      `Lighthouse performance, and the time that tasks block the thread: ${listedAudits.join(', ')}.`,
      `The portal’s requests: ${portals.at(-1)?.requests.join(', ')}`,
      `Repeat visit: ${milliseconds(repeats.map(paintOf))} is ${medianRatio(repeats.map(paintOf), floors.map(paintOf)).toFixed(2)} of the floor’s first visit. The limit was set against the portal’s own (docs/decisions/0067).`,
      `The duty is on screen after ${milliseconds(portals.map(({ shown }) => shown))} (median).`,
      `The screens’ own code: ${listed(screens)}.`,
      `What else an area fetches only when it is needed (manager.ts is oidc-client-ts): ${listed(background)}.`,
      `Shared parts: ${listed(shared)}.`,
      `Shared parts of the office: ${listed(office)}.`,
      `The reader of PDFs: ${listed(reader)}.`,
    ],
  }
}

/** The ten most used screens. */
const audited = [
  'start',
  'minauppdrag',
  'schema',
  'fordonskontroll',
  'avvikelser',
  'nyheter',
  'krishantering',
  'konteklonebesked',
  'policy',
  'userinfo',
].map((path) => pageAt(path))

/** For each page, the audit with the median performance of all rounds. The floor's is first. */
async function auditPages(
  floor: string,
  portal: string,
  clock: Date,
  rounds: number,
  undo: Undo,
): Promise<[Audit, ...Audit[]]> {
  const folder = await temporaryFolder(undo)
  const phone = await playwright.launchPersistentContext(folder, {
    executablePath: chromium(),
    args: [...flags, '--remote-debugging-port=0'],
    locale: 'sv-SE',
    timezoneId: 'Europe/Stockholm',
  })
  undo.add(() => phone.close())
  await setClock(phone, clock)
  // Chromium writes its port to this file.
  const port = Number.parseInt(await readFile(join(folder, 'DevToolsActivePort'), 'utf8'), 10)
  await signInOn(phone.pages()[0] ?? (await phone.newPage()), portal)
  const addresses = [floor, ...audited.map((path) => portal + path)]
  // A warm-up, as above.
  await audit(port, addresses)
  const all: Audit[] = []
  for (let round = 0; round < rounds; round++) all.push(...(await audit(port, addresses)))
  const middleOf = (address: string, name: string): Audit => {
    const own = all.filter((one) => one.address === address)
    const inOrder = own.toSorted((a, b) => a.performance - b.performance)
    const middle = inOrder[Math.floor(inOrder.length / 2)]
    if (!middle) throw new Error(`no audit of ${address}`)
    return { ...middle, address: name }
  }
  return [middleOf(floor, 'the floor'), ...audited.map((path) => middleOf(portal + path, path))]
}

function compare(floors: readonly Visit[], portals: readonly Visit[], of: (visit: Visit) => number) {
  const floor = floors.map(of)
  const portal = portals.map(of)
  return { value: median(portal), floor: median(floor), ratio: medianRatio(portal, floor) }
}

const paintOf = ({ largestPaint }: Visit) => largestPaint

const milliseconds = (values: readonly number[]) => `${Math.round(median(values)).toLocaleString('en')} ms`

const most = (visits: readonly Visit[], of: (visit: Visit) => readonly string[]) =>
  Math.max(...visits.map((one) => of(one).length))

const listed = (parts: readonly Weighed[]) =>
  parts.map(({ name, bytes }) => `${name} ${kilo(bytes).toFixed(1)} kB`).join(', ') || 'none'

const describe = ({ weight, requests, shown, largestPaint, script }: Visit) =>
  `${Math.round(kilo(weight))} kB, ${requests.length} requests, shown after ${Math.round(shown)} ms, LCP ${Math.round(largestPaint)} ms, script ${Math.round(script)} ms`
