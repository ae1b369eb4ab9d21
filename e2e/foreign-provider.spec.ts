// A sign-in provider that this project did not write: glewlwyd. It requires a nonce, and its answer to a refresh has no ID token.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { ensureGlewlwyd } from '../checks/ensure-glewlwyd.ts'
import { type Glewlwyd, startGlewlwyd } from './glewlwyd.ts'
import { expect, test } from './sign-in.ts'
import { freePort } from '#platform/server/test-port.ts'

const user = { username: 'asa.l', password: 'ett-eget-ord', name: 'Kontot Heter Annat' }

interface Stored {
  readonly token: string
  readonly subject: string
  readonly ends: number
  /** In seconds. */
  readonly life: number
}

async function stored(page: Page): Promise<Stored> {
  return page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.startsWith('oidc.user')) ?? ''
    const { id_token: token, profile } = JSON.parse(localStorage.getItem(key) ?? '{}') as {
      id_token: string
      profile: { sub: string; exp: number; iat: number }
    }
    return { token, subject: profile.sub, ends: profile.exp * 1000, life: profile.exp - profile.iat }
  })
}

test(
  'a foreign provider signs an employee in, renews and signs out',
  { tag: '@prove' },
  async ({ page }, { project }) => {
    test.skip(project.name === 'desktop', 'one width is enough')
    test.skip(!ensureGlewlwyd(), 'needs glewlwyd: apt-get install glewlwyd (Debian, Ubuntu), as root')
    test.setTimeout(240_000)
    // An unexpected page of the provider should fail as such, not as a timeout of the test.
    page.setDefaultTimeout(30_000)
    const folder = await mkdtemp(join(tmpdir(), 'linjen-e2e-foreign-'))
    const [port, providerPort] = [await freePort(), await freePort()]
    const origin = `http://localhost:${port}`
    let glewlwyd: Glewlwyd | undefined
    let portal: ChildProcess | undefined
    try {
      glewlwyd = await startGlewlwyd({ port: providerPort, origin, clientId: 'linjen', user })
      const environment = await portalWith(folder, port, glewlwyd.issuer)
      portal = await startPortal(environment)
      const log: string[] = []
      portal.stdout?.setEncoding('utf8').on('data', (part: string) => log.push(part))
      const grants: string[] = []
      page.on('request', (request) => {
        if (!request.url().endsWith('/api/oidc/token')) return
        grants.push(new URLSearchParams(request.postData() ?? '').get('grant_type') ?? '')
      })

      // The account is not linked yet, and the page says so. After it is linked, the employee is let in.
      await page.goto(`${origin}/dashboard/schema`)
      await signInAtGlewlwyd(page)
      await expect(page.getByText('Ditt konto är inte kopplat till någon anställd här.')).toBeVisible()
      expect(grants).toEqual(['authorization_code'])
      const accounts = join(folder, 'konton.csv')
      await writeFile(accounts, `anstid;issuer;subject\n31104;${glewlwyd.issuer};${(await stored(page)).subject}\n`)
      await promisify(execFile)(
        process.execPath,
        ['app/server/import.ts', 'identities', accounts, '--company', 'norr'],
        { env: environment },
      )
      await page.reload()
      await expect(page.getByRole('heading', { name: 'Schema' })).toBeVisible()
      await page.goto(`${origin}/dashboard/start`)
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Anna')

      // From now on tokens are short-lived. The refresh gives no ID token. A hidden frame gets one, and the employee notices nothing.
      await glewlwyd.lasting(20)
      // Changes the storage from a page without the app. The app would start a renewal at once, and the next page would interrupt it.
      await page.goto(`${origin}/livez`)
      await page.evaluate(() => {
        const key = Object.keys(localStorage).find((name) => name.startsWith('oidc.user')) ?? ''
        localStorage.setItem(key, JSON.stringify({ ...JSON.parse(localStorage.getItem(key) ?? '{}'), expires_at: 1 }))
      })
      await page.goto(`${origin}/dashboard/schema`)
      await expect.poll(async () => (await stored(page)).life, { timeout: 30_000 }).toBe(20)
      expect(grants).toEqual(['authorization_code', 'refresh_token', 'authorization_code'])
      const short = await stored(page)
      // The app renews the token before it expires.
      await expect.poll(async () => (await stored(page)).token, { timeout: 30_000 }).not.toBe(short.token)
      expect(grants.slice(3)).toEqual(['authorization_code'])
      await expect.poll(() => short.ends < Date.now(), { timeout: 30_000 }).toBe(true)
      await page.goto(`${origin}/dashboard/minauppdrag`)
      await expect(page.getByRole('heading', { name: 'Mina uppdrag' })).toBeVisible()
      expect(log.join('')).toContain('"trouble":"no_id_token"')

      await page.getByRole('button', { name: 'Meny' }).click()
      await page.getByRole('button', { name: 'Logga ut' }).click()
      await signOutAtGlewlwyd(page)
      await expect(page.getByText('Du är nu utloggad')).toBeVisible()
      await page.goto(`${origin}/dashboard/schema`)
      await expect(page.locator('#username')).toBeVisible()
      expect(log.join('')).not.toContain(short.subject)
    } finally {
      if (portal?.exitCode === null) {
        portal.kill('SIGKILL')
        await once(portal, 'exit')
      }
      await glewlwyd?.stop()
      await rm(folder, { recursive: true, force: true })
    }
  },
)

async function signInAtGlewlwyd(page: Page): Promise<void> {
  await page.locator('#username').fill(user.username)
  await page.locator('#password').fill(user.password)
  await page.locator('#loginbut').click()
  await page.getByRole('button', { name: 'Continue' }).click()
}

/**
 * glewlwyd 2.7 passes the return address to its own page as `callback_url`. The page shows that address but does not go to it. Of the
 * parameter that the page does use, glewlwyd checks that the client has registered the address.
 */
async function signOutAtGlewlwyd(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'End session' })).toBeVisible()
  const asked = new URL(page.url())
  asked.searchParams.set('post_redirect_to', asked.searchParams.get('callback_url') ?? '')
  await page.goto(asked.href)
  // The button's text begins with a character of an icon font.
  await page.getByRole('button', { name: /Logout$/ }).click()
}

/** The settings of a portal whose hosts use the provider. */
async function portalWith(folder: string, port: number, authority: string): Promise<NodeJS.ProcessEnv> {
  const variants = join(folder, 'variants')
  await cp('variants', variants, { recursive: true })
  const file = join(variants, 'local/variant.json')
  const variant = JSON.parse(await readFile(file, 'utf8')) as object
  const signIn = { authority, clientId: 'linjen', renewal: 'refresh-token' }
  await writeFile(file, JSON.stringify({ ...variant, signIn }))
  return {
    ...process.env,
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: join(folder, 'data'),
    VARIANTS_DIR: variants,
  }
}

async function startPortal(env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const portal = spawn(process.execPath, ['app/server/main.ts'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  for await (const part of portal.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    said += String(part)
    if (said.includes('Linjen är i gång')) return portal
  }
  throw new Error(`the portal did not start: ${said}`)
}
