// Everything that an employee may see can be found by typing: through the menu on a phone, by keyboard alone on a wide
// screen.
import type { Page } from '@playwright/test'
import { expectNoViolations } from './accessible.ts'
import { listenTo } from './heard.ts'
import { copies, test as phone } from './phone.ts'
import { expect, test } from './sign-in.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Sök' })
const field = (page: Page) => dialog(page).getByLabel('Vad letar du efter?')
const hits = (page: Page, kind: string) => dialog(page).getByRole('region', { name: kind }).getByRole('link')

test('on a phone the search is on top of the menu, and a hit is opened by a tap', async ({ openAs }, { project }) => {
  test.skip(project.name === 'desktop', 'a wide screen has it on top')
  const page = await openAs('anna', { path: '/dashboard/start' })
  await page.getByRole('button', { name: 'Meny' }).click()
  await page.getByRole('dialog', { name: 'Meny' }).getByRole('button', { name: 'Sök' }).click()
  await expect(field(page)).toBeFocused()
  await expectNoViolations(page)

  await field(page).fill('hittegods')
  const rule = hits(page, 'Policy & Rutiner').filter({ hasText: 'Rutin för hittegods' })
  await expect(rule).toContainText('DOCX')
  await expectNoViolations(page, ['light', 'dark'])
  await rule.click()
  await expect(page).toHaveURL(/\/dashboard\/policy\?visa=/)
  await expect(dialog(page)).toBeHidden()
})

test('what is typed decides, however late an earlier answer comes', async ({ openAs }) => {
  const page = await openAs('anna', { path: '/dashboard/start' })
  const held: (() => void)[] = []
  await page.route(/\/api\/sok\?q=hitte$/, async (route) => {
    await new Promise<void>((resolve) => held.push(resolve))
    await route.continue().catch(() => undefined)
  })
  await page.getByRole('button', { name: 'Meny' }).click()
  await page.getByRole('button', { name: 'Sök' }).click()
  await field(page).fill('hitte')
  await expect.poll(() => held.length).toBe(1)
  await field(page).fill('alkohol')
  await expect(hits(page, 'Policy & Rutiner').first()).toContainText('Alkohol')
  for (const release of held) release()
  await page.waitForLoadState('networkidle')
  await expect(hits(page, 'Policy & Rutiner').first()).toContainText('Alkohol')
  await expect(dialog(page).getByText('hittegods')).toHaveCount(0)
})

test('a search that fails says so and is made again, and what the phone finds stays', async ({ openAs }) => {
  const page = await openAs('anna', { path: '/dashboard/start' })
  await page.route('**/api/sok?*', (route) => route.fulfill({ status: 500, json: { result: null, errorMessage: 'x' } }))
  await page.getByRole('button', { name: 'Meny' }).click()
  await page.getByRole('button', { name: 'Sök' }).click()
  await field(page).fill('rutin')
  await expect(dialog(page).getByText('Det gick inte att söka')).toBeVisible()
  await expect(hits(page, 'Sidor')).toHaveText(['Policy & Rutiner'])
  await page.unroute('**/api/sok?*')
  await dialog(page).getByRole('button', { name: 'Försök igen' }).click()
  await expect(hits(page, 'Policy & Rutiner').first()).toBeVisible()
})

test('older news are looked through when asked for, and only for what is typed', async ({ openAs }) => {
  const page = await openAs('anna', { path: '/dashboard/start' })
  // The server leaves out years of news when recent items have each of the words but none has all of them
  // (docs/decisions/0110).
  await page.route(/\/api\/sok\?q=[^&]*$/, async (route) => {
    const response = await route.fetch()
    const { result, ...rest } = (await response.json()) as { result: { grupper: unknown[] } }
    const grupper = [{ slag: 'Nyheter', traffar: [], aldre: true }, ...result.grupper]
    await route.fulfill({ response, json: { ...rest, result: { grupper } } })
  })
  await page.getByRole('button', { name: 'Meny' }).click()
  await page.getByRole('button', { name: 'Sök' }).click()
  const older = dialog(page).getByRole('button', { name: 'Sök även bland äldre nyheter' })
  await field(page).fill('hittegods')
  await expect(hits(page, 'Policy & Rutiner').first()).toBeVisible()
  await expect(dialog(page).getByRole('region', { name: 'Nyheter' })).toHaveCount(0)
  await expectNoViolations(page, ['light', 'dark'])
  const asked = page.waitForRequest(/\/api\/sok\?q=hittegods&aldre=true$/)
  await older.press('Enter')
  await asked
  await expect(older).toHaveCount(0)
  await page.keyboard.press('Tab')
  await expect(hits(page, 'Policy & Rutiner').first()).toBeFocused()
  await field(page).fill('hittego')
  await expect(older).toBeVisible()
})

test(
  'by keyboard alone: / and Ctrl+K open it, arrows and Enter choose, Esc closes',
  { tag: '@wide' },
  async ({ openAs }, info) => {
    test.skip(info.project.name === 'phone', 'a phone has no keys')
    const page = await openAs('anna', { path: '/diagnostics' })
    const ears = await listenTo(page)
    await page.goto('/dashboard/start')
    const button = page.getByRole('banner').getByRole('button', { name: 'Sök' })
    await expect(button).toHaveAttribute('aria-keyshortcuts', 'Control+K')
    // The screen listens to the keys only when it is idle.
    await expect(async () => {
      await page.keyboard.press('Control+k')
      await expect(field(page)).toBeFocused({ timeout: 1000 })
    }).toPass()
    await page.keyboard.type('hittegods')
    await ears.expectHeard(/träff/)
    // The announcement may have been for the first letters, which have other hits.
    await expect(hits(page, 'Policy & Rutiner').first()).toContainText('hittegods')
    await expect(dialog(page).locator('[aria-busy]')).toHaveCount(0)
    await page.keyboard.press('ArrowDown')
    await expect(hits(page, 'Policy & Rutiner').first()).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await expect(field(page)).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()

    await page.keyboard.press('/')
    await expect(field(page)).toHaveValue('')
    // If Enter is pressed before the answer has come, the first hit opens when it comes.
    await page.keyboard.type('mina upp')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/dashboard\/minauppdrag$/)

    // In a text field both keys only type.
    await page.goto('/dashboard/fordonskontroll')
    const bus = page.getByRole('combobox', { name: 'Fordon' })
    await bus.focus()
    await page.keyboard.type('/')
    await expect(bus).toHaveValue('/')
    await expect(dialog(page)).toBeHidden()
  },
)

test('the key / can be switched off', { tag: '@wide' }, async ({ openAs }, info) => {
  test.skip(info.project.name === 'phone', 'a phone has no keys')
  const page = await openAs('anna', { path: '/dashboard/kontakter' })
  await page.getByRole('banner').getByRole('button', { name: 'Sök' }).click()
  await dialog(page).getByRole('switch', { name: 'Tangenten / öppnar sökningen' }).click()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('/')
  await expect(async () => {
    await page.keyboard.press('Control+k')
    await expect(field(page)).toBeFocused({ timeout: 1000 })
  }).toPass()
  await expect(field(page)).toHaveValue('')
})

test('contacts: whom to call, one tap away', { tag: '@wide' }, async ({ openAs }) => {
  const page = await openAs('anna', { host: 'norr.localhost', path: '/dashboard/kontakter' })
  const list = page.getByRole('list', { name: 'Kontakter' })
  await expect(list.getByRole('listitem').first()).toContainText('Trafikledningen')
  await expect(list.getByRole('link', { name: 'Ring Trafikledningen, 0980-31 92 00' })).toHaveAttribute(
    'href',
    'tel:0980319200',
  )
  await expect(
    list.getByRole('listitem').filter({ hasText: 'Närmaste chef' }).getByRole('link').first(),
  ).toHaveAttribute('href', /^tel:0\d+$/)
  await expect(list.getByRole('link', { name: /^Mejla Lönekontoret/ })).toHaveAttribute('href', /^mailto:lon@norr/)
  await expectNoViolations(page, ['light', 'dark'])
})

phone('without coverage screens and contacts are still found', async ({ line, ready }) => {
  const page = await ready('anna')
  await expect.poll(() => copies(page)).toContain('/api/kontakter')
  line.cut()
  await page.goto(`${line.origin}/dashboard/start`)
  await expect(page.getByText(/^Ingen täckning/)).toBeVisible()
  await page.getByRole('button', { name: 'Meny' }).click()
  await page.getByRole('button', { name: 'Sök' }).click()
  await field(page).fill('trafik')
  await expect(hits(page, 'Kontakter').first()).toHaveAttribute('href', /^tel:/)
  await expect(hits(page, 'Sidor').first()).toBeVisible()
  await expect(dialog(page).getByText('Utan täckning hittas bara sidor och kontakter.')).toBeVisible()
  await expect(dialog(page).getByRole('button', { name: 'Försök igen' })).toHaveCount(0)
})
