// `npm run pictures`: a picture of every screen, at four sizes, in both themes, for each of the demo's companies, and a page that shows
// them. The pictures of the office are made as an employee who has the role, and include its dialogs. Words choose a part:
//
// - `npm run pictures -- norr vast schema kontor/fel 390x844 dark`: only these
// - `-- kontor`: everything below it
// - `-- dialog`: the office's dialogs in Norr
// - `-- readme`: the three pictures of the README
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as rest } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test'
import sharp from 'sharp'
import { shellPath } from '#platform/contract/pages.ts'
import { builtScreens } from '../app/build/screens.ts'
import { findBrowser } from '../checks/ensure-browser.ts'
import { freePort } from '#platform/server/test-port.ts'
import { officeDialogs, openOfficeDialog } from './office-dialogs.ts'
import { officePages } from './office-screens.ts'
import { themeHasCome } from './theme-has-come.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = join(root, 'pictures')
const sizes = ['390x844', '820x1180', '1280x800', '1920x1080'] as const
const themes = ['light', 'dark'] as const
/** A driver of each company. */
const drivers = { norr: 'anna', vast: 'gunilla', syd: 'ida', ost: 'jonas' } as const
type Company = keyof typeof drivers

interface Taken {
  readonly company: string
  readonly screen: string
  readonly size: string
  readonly theme: string
  readonly file: string
}

interface Wanted {
  /** The screen's name in the command: 'schema', 'kontor/fel', 'kontor/fel/first' with the first case open. */
  readonly screen: string
  readonly who: string
  readonly addressOn: (page: Page) => Promise<string | null>
  /** Opens a dialog on the screen, again at each size. */
  readonly open?: (page: Page) => Promise<unknown>
}

const words = process.argv.slice(2)
const known = (all: readonly string[]) => {
  const chosen = all.filter((one) => words.includes(one))
  return chosen.length > 0 ? chosen : all
}

const port = await freePort()
const originOf = (company: Company) => `http://${company}.localhost:${port}`
const data = mkdtempSync(join(tmpdir(), 'linjen-pictures-'))
const portal = spawn(process.execPath, ['app/server/main.ts'], {
  cwd: root,
  env: { ...process.env, PORT: String(port), DATA_DIR: data, HOST: '127.0.0.1' },
  stdio: ['ignore', 'ignore', 'inherit'],
})
try {
  await ready()
  const executablePath = findBrowser() ?? undefined
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  if (words.includes('readme')) await readme(browser)
  else await everyScreen(browser)
  await browser.close()
} finally {
  portal.kill('SIGTERM')
  await new Promise((gone) => portal.once('exit', gone))
  rmSync(data, { recursive: true, force: true })
}

async function ready(): Promise<void> {
  for (let tries = 0; tries < 240; tries += 1) {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null)
    if (answer?.ok) return
    await rest(500)
  }
  throw new Error('the portal did not start')
}

async function everyScreen(browser: Browser): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  const paths = (await builtScreens()).map(({ path }) => path).filter((path) => path.startsWith(`${shellPath}/`))
  const taken: Taken[] = []
  for (const company of known(Object.keys(drivers)) as Company[]) {
    const all = [...driversScreens(company, paths), ...officeScreens(company), ...(company === 'norr' ? dialogs() : [])]
    const named = all.filter(({ screen }) => words.some((word) => `${screen}/`.startsWith(`${word}/`)))
    const wanted = named.length > 0 ? named : all
    mkdirSync(join(folder, company), { recursive: true })
    for (const [who, screens] of Map.groupBy(wanted, (one) => one.who)) {
      const context = await signedIn(browser, company, who)
      const page = await context.newPage()
      for (const one of screens) taken.push(...(await picturesOf(page, company, one)))
      await context.close()
    }
  }
  writeFileSync(join(folder, 'index.html'), contactSheet(taken))
  process.stdout.write(`${taken.length} pictures: ${join(folder, 'index.html')}\n`)
}

function driversScreens(company: Company, paths: readonly string[]): Wanted[] {
  return paths
    .map((path) => path.slice(shellPath.length + 1))
    .map((screen) => ({ screen, who: drivers[company], addressOn: (page) => addressOf(page, company, screen) }))
}

function officeScreens(company: Company): Wanted[] {
  const origin = originOf(company)
  return officePages(company).map(({ path, who, opens }) => ({
    screen: [path.slice(1), opens].filter(Boolean).join('/'),
    who,
    addressOn: (page) => (opens ? firstOf(page, origin + path, '[data-row]') : Promise.resolve(origin + path)),
  }))
}

function dialogs(): Wanted[] {
  return officeDialogs.map((each) => ({
    screen: `dialog/${[each.path.slice(1), each.opens, each.key ? 'Kortkommandon' : String(each.button)].filter(Boolean).join('/')}`,
    who: each.who,
    addressOn: () => Promise.resolve(originOf('norr') + each.path),
    open: (page) => openOfficeDialog(page, { ...each, path: originOf('norr') + each.path }),
  }))
}

async function picturesOf(page: Page, company: Company, { screen, addressOn, open }: Wanted): Promise<Taken[]> {
  const taken: Taken[] = []
  const address = await addressOn(page)
  if (address === null) return taken
  for (const size of known(sizes)) {
    // Opened again at each size, because a list opens at today.
    await shape(page, size, 'light')
    await (open ? open(page) : settled(page, address))
    for (const theme of known(themes)) {
      await shape(page, size, theme)
      const file = `${company}/${screen.replaceAll(/[^\p{L}\d]+/gu, '-')}-${size}-${theme}.jpg`
      await page.screenshot({ path: join(folder, file), type: 'jpeg', quality: 80 })
      taken.push({ company, screen, size, theme, file })
    }
  }
  process.stdout.write(`${company} ${screen}\n`)
  return taken
}

/** Makes the README's pictures: home on a phone, schedule and news on a wide screen. */
async function readme(browser: Browser): Promise<void> {
  for (const [name, company, screen, size, theme, width] of [
    ['start', 'norr', 'start', '390x844', 'light', 520],
    ['schedule-wide', 'vast', 'schema', '1280x800', 'light', 1120],
    ['news-wide', 'syd', 'nyheter', '1280x800', 'dark', 1120],
  ] as const) {
    const context = await signedIn(browser, company, drivers[company], 2)
    const page = await context.newPage()
    await shape(page, size, theme)
    await settled(page, `${originOf(company)}${shellPath}/${screen}`)
    const picture = sharp(await page.screenshot()).resize({ width })
    await picture.webp({ quality: 82 }).toFile(join(root, `docs/${name}.webp`))
    await context.close()
  }
}

async function signedIn(
  browser: Browser,
  company: Company,
  who: string,
  deviceScaleFactor = 1,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    locale: 'sv-SE',
    timezoneId: 'Europe/Stockholm',
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
    deviceScaleFactor,
  })
  const page = await context.newPage()
  await page.goto(originOf(company))
  await page.getByLabel('Användarnamn').fill(who)
  await page.getByLabel('Lösenord').fill('demo')
  await page.getByRole('button', { name: 'Logga in', exact: true }).click()
  await page.waitForURL('**/dashboard/start')
  await page.close()
  return context
}

/** The address of a screen. For a path with a parameter: the first link to it on the screen above. Null if there is none. */
async function addressOf(page: Page, company: Company, screen: string): Promise<string | null> {
  const origin = originOf(company)
  const [before, variable] = screen.split(/:\w+/)
  if (variable === undefined) return `${origin}${shellPath}/${screen}`
  const above = `${shellPath}/${before}`
  return firstOf(page, origin + above.slice(0, -1), `main a[href^="${above}"]`)
}

/** The address of the first of these links on a screen. Null if there is none. */
async function firstOf(page: Page, address: string, links: string): Promise<string | null> {
  await settled(page, address)
  const href = await page
    .locator(links)
    .first()
    .getAttribute('href', { timeout: 3000 })
    .catch(() => null)
  return href && new URL(address).origin + href
}

async function settled(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.waitForLoadState('networkidle')
}

async function shape(page: Page, size: string, theme: string): Promise<void> {
  const [width = 0, height = 0] = size.split('x').map(Number)
  await page.setViewportSize({ width, height })
  await page.emulateMedia({ colorScheme: theme === 'dark' ? 'dark' : 'light' })
  // What a width shows for the first time needs time to be loaded and laid out.
  await rest(250)
  await themeHasCome(page)
}

function contactSheet(taken: readonly Taken[]): string {
  const rows = Map.groupBy(taken, ({ screen }) => screen)
  const figures = (of: readonly Taken[]) =>
    of
      .map(
        ({ company, size, theme, file }) =>
          `<figure><a href="${file}"><img src="${file}" height="300" loading="lazy" alt=""></a>` +
          `<figcaption>${company}, ${size}, ${theme}</figcaption></figure>`,
      )
      .join('')
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Pictures of every screen</title>
<style>body{font:14px system-ui;margin:24px;background:#777;color:#fff}section>div{display:flex;flex-wrap:wrap;gap:12px}
figure{margin:0}img{display:block;border-radius:6px}a{color:inherit}</style>
${[...rows].map(([screen, of]) => `<section><h2>${screen}</h2><div>${figures(of)}</div></section>`).join('\n')}
</html>`
}
