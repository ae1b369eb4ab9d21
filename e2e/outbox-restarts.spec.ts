// Unsent reports survive restarts of the portal and of the browser.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { backOnline, faultsOf, keptOnPhone, reportFault, settled, signInOver, test, unsent, words } from './phone.ts'
import { expect, moveClock } from './sign-in.ts'

test(
  'a portal that is killed during a save, and started again, has the report once',
  { tag: '@prove' },
  async ({ line, ready }, info) => {
    test.setTimeout(120_000)
    const folder = await mkdtemp(join(tmpdir(), 'linjen-e2e-killed-'))
    let portal = await startPortal(folder)
    try {
      line.leadTo(portal.port)
      const page = await ready('emil')
      const text = words('Portalen dog mitt i', info)
      line.spoil('/api/fordonskontroll/addfault', 'lost', 100)
      await reportFault(page, line.origin, text)
      await expect(keptOnPhone(page)).toBeVisible()
      portal.process.kill('SIGKILL')
      await once(portal.process, 'exit')
      portal = await startPortal(folder)
      line.leadTo(portal.port)
      line.spoil('/api/fordonskontroll/addfault', 'lost', 0)
      await page.evaluate(() => dispatchEvent(new Event('focus')))
      await expect.poll(() => unsent(page), { timeout: 40_000 }).toBe(0)
      expect(await faultsOf(page, text)).toBe(1)
    } finally {
      portal.process.kill('SIGKILL')
      await rm(folder, { recursive: true, force: true })
    }
  },
)

/** A separate portal on its own port. */
async function startPortal(folder: string): Promise<{ process: ChildProcess; port: number }> {
  const portal = spawn(process.execPath, ['app/server/main.ts'], {
    env: { ...process.env, PORT: '0', HOST: '127.0.0.1', DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  for await (const part of portal.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    said += String(part)
    const started = /Linjen är i gång: \S+:(\d+)/.exec(said)
    if (!started) continue
    portal.stdout.resume()
    return { process: portal, port: Number(started[1]) }
  }
  throw new Error(`the portal did not start: ${said}`)
}

test('a restart of the browser keeps what waits', { tag: '@prove' }, async ({ playwright, line }, info) => {
  test.slow()
  const folder = info.outputPath('phone')
  const { launchOptions } = info.project.use
  const open = async () =>
    moveClock(
      await playwright.chromium.launchPersistentContext(folder, {
        ...launchOptions,
        serviceWorkers: 'allow',
        locale: 'sv-SE',
        timezoneId: 'Europe/Stockholm',
        viewport: info.project.use.viewport ?? null,
      }),
    )
  const text = words('Överlever en omstart', info)
  let phone = await open()
  let page = phone.pages()[0] ?? (await phone.newPage())
  await signInOver(page, line, 'roger')
  await settled(page)
  line.cut()
  await reportFault(page, line.origin, text)
  await expect(keptOnPhone(page)).toBeVisible()
  await phone.close()
  phone = await open()
  page = phone.pages()[0] ?? (await phone.newPage())
  await page.goto(`${line.origin}/dashboard/start`)
  await expect(page.getByText(/En sak väntar på att skickas/)).toBeVisible()
  await backOnline(page, line)
  await expect.poll(() => unsent(page), { timeout: 20_000 }).toBe(0)
  expect(await faultsOf(page, text)).toBe(1)
  await phone.close()
})
