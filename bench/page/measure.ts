import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chromium as playwright } from '@playwright/test'
import { median, medianRatio } from '../figures.ts'
import { root, startPortal, temporaryFolder } from '../processes.ts'
import type { Line } from '../results.ts'
import type { Undo } from '../undo.ts'
import { chromium } from './chromium.ts'
import { weighChunks, type Weighed } from './chunks.ts'
import { serveFloor } from './floor-server.ts'
import { signedInGoal } from './sign-in.ts'
import { visit, type Visit } from './visit.ts'

export interface PagePlan {
  readonly rounds: number
  readonly tell: (line: string) => void
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

/** The first load of the signed-in dashboard against the floor page, and what each further screen adds. */
export async function measurePage({ rounds, tell }: PagePlan, undo: Undo): Promise<{ lines: Line[]; notes: string[] }> {
  tell('Sidan: bygger golvet och startar portalen …')
  await promisify(execFile)(process.execPath, ['app/build/build-if-changed.ts'], { cwd: root })
  const floorGoal = { address: `${await serveFloor(undo)}/`, shows: 'Dagens uppdrag' }
  const portal = await startPortal(undo, { DATA_DIR: await temporaryFolder(undo) })
  const browser = await playwright.launch({ executablePath: chromium, args: flags })
  undo.add(() => browser.close())
  const portalGoal = await signedInGoal(browser, portal)

  const floors: Visit[] = []
  const portals: Visit[] = []
  // One visit each that does not count: the server's and the browser's own caches are then warm for both.
  await visit(browser, floorGoal)
  await visit(browser, portalGoal)
  for (let round = 0; round < rounds; round++) {
    const floor = await visit(browser, floorGoal)
    const own = await visit(browser, portalGoal)
    floors.push(floor)
    portals.push(own)
    tell(`Sidan: omgång ${round + 1} av ${rounds}: golvet ${describe(floor)}; portalen ${describe(own)}`)
  }
  const { screens, background, shared } = weighChunks(join(root, 'dist/web'))
  return {
    lines: [
      {
        name: 'JavaScript och CSS, gzip',
        unit: 'kB',
        limit: { atMost: 1.5 },
        ...compare(floors, portals, ({ weight }) => kilo(weight)),
      },
      {
        name: 'Största innehåll på skärmen, långsam 4G, 4x CPU',
        unit: 'ms',
        limit: { atMost: 1.5 },
        ...compare(floors, portals, ({ largestPaint }) => largestPaint),
      },
      {
        name: 'Anrop tills tjänsten syns',
        unit: '',
        value: most(portals, ({ requests }) => requests),
        limit: { atMost: 12 },
      },
      {
        name: 'varav till API:t',
        unit: '',
        value: most(portals, ({ requests }) => requests.filter((path) => path.startsWith('/api/'))),
        limit: { atMost: 3 },
      },
      ...screens.slice(0, 3).map((screen) => ({
        name: `Egen kod: ${screen.name}`,
        unit: 'kB',
        value: kilo(screen.bytes),
        limit: { atMost: 15 },
      })),
      {
        name: 'Delade delar som hämtas senare, tillsammans',
        unit: 'kB',
        value: kilo(shared.reduce((sum, { bytes }) => sum + bytes, 0)),
        limit: { atMost: 80 },
      },
    ],
    notes: [
      `Portalens anrop: ${portals.at(-1)?.requests.join(', ')}`,
      `Tjänsten syns efter ${Math.round(median(portals.map(({ shown }) => shown)))} ms (median).`,
      `Skärmarnas egen kod: ${listed(screens)}.`,
      `Annat som ett område hämtar först när det behövs (manager.ts är oidc-client-ts): ${listed(background)}.`,
      `Delade delar: ${listed(shared)}.`,
    ],
  }
}

function compare(floors: readonly Visit[], portals: readonly Visit[], of: (visit: Visit) => number) {
  const floor = floors.map(of)
  const portal = portals.map(of)
  return { value: median(portal), floor: median(floor), ratio: medianRatio(portal, floor) }
}

const most = (visits: readonly Visit[], of: (visit: Visit) => readonly string[]) =>
  Math.max(...visits.map((one) => of(one).length))

const listed = (parts: readonly Weighed[]) =>
  parts.map(({ name, bytes }) => `${name} ${kilo(bytes).toFixed(1).replace('.', ',')} kB`).join(', ') || 'inga'

const describe = ({ weight, requests, shown, largestPaint }: Visit) =>
  `${Math.round(kilo(weight))} kB, ${requests.length} anrop, syns ${Math.round(shown)} ms, LCP ${Math.round(largestPaint)} ms`
