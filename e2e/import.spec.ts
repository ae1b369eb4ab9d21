import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { dataDir } from './portal.ts'
import { expect, signIn, test } from './sign-in.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
// A real timetable with generated duties.
const feed = fileURLToPath(new URL('../areas/assignments/server/tods/feeds/cairns.zip', import.meta.url))

test('a feed is imported into the running portal, and one of its employees sees the day', async ({ page }, info) => {
  test.skip(info.project.name === 'desktop', 'one import is enough')
  test.setTimeout(120_000)
  const command = ['app/server/import.ts', 'tods', feed, '--company', 'norr']
  const { stdout } = await promisify(execFile)(process.execPath, command, {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir },
  })
  expect(stdout).toContain('178 nya tjänster')
  expect(stdout).toContain('178 av 178 tjänster inlästa')
  await signIn(page, '10001')
  await page.goto('/dashboard/minauppdrag')
  await page.getByLabel('Datum', { exact: true }).fill('2026-11-09')
  const list = page.getByRole('list', { name: 'Uppdrag' })
  await expect(list.getByText('Tomkörning').first()).toBeVisible()
  await expect(list.getByText(/Buss 20\d\d/).first()).toBeVisible()
})
