import { expect, test } from './sign-in.ts'

const forbidden = 'Sidan kan inte visas. Detta kan bero på att din användare inte har behörighet att visa sidan.'

test(
  'bertil, restricted to one flag, sees his duty and nothing that he may not',
  { tag: '@wide' },
  async ({ openAs }) => {
    const page = await openAs('bertil')
    const statuses: number[] = []
    page.on('response', (response) => statuses.push(response.status()))
    await expect(page.getByRole('region', { name: /tjänst$/ })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Mina uppdrag' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Tidrapport' })).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Schema', exact: true })).toHaveCount(0)
    await page.goto('/dashboard/schema')
    await expect(page.getByText(forbidden)).toBeVisible()
    await expect(page.getByRole('link', { name: 'Hem' })).toBeVisible()
    // Hidden content is not requested either.
    expect(statuses.filter((status) => status === 403)).toEqual([])
  },
)

test('a right that has been given is felt at the next screen, without a reload', async ({ openAs }) => {
  const page = await openAs('bertil')
  await page.clock.install()
  await page.goto('/dashboard/minauppdrag')
  await expect(page.getByRole('heading', { level: 1, name: 'Mina uppdrag' })).toBeVisible()
  await page.route('**/api/user/profile', async (route) => {
    const response = await route.fetch()
    const envelope = (await response.json()) as { result: object[] }
    await route.fulfill({
      response,
      json: { ...envelope, result: [...envelope.result, { type: 'SchemaEnabled', value: 'True' }] },
    })
  })
  // A loaded answer counts as fresh for 15 seconds.
  await page.clock.fastForward(20_000)
  await page.getByRole('link', { name: 'Hem' }).first().click()
  await page.getByRole('button', { name: 'Meny' }).click()
  await expect(page.getByRole('link', { name: 'Schema', exact: true })).toBeVisible()
})

test('an unknown page says so, in the shell', { tag: '@wide' }, async ({ openAs }) => {
  const page = await openAs('anna', { path: '/dashboard/finns-inte' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Hem' }).first()).toBeVisible()
})

test(
  'each company has its own title, and admits only its own employees',
  { tag: '@wide' },
  async ({ page, openAs }) => {
    const norr = await openAs('anna', { host: 'norr.localhost' })
    await expect(norr).toHaveTitle(/Linjen Norr$/)
    await page.goto(norr.url())
    await page.getByLabel('Användarnamn').fill('gunilla')
    await page.getByLabel('Lösenord').fill('demo')
    await page.getByRole('button', { name: 'Logga in', exact: true }).click()
    await expect(page.getByRole('alert')).toHaveText('Fel användarnamn eller lösenord')
  },
)

test('a staging host belongs to its company', { tag: '@wide' }, async ({ openAs }) => {
  const page = await openAs('gunilla', { host: 'staging-vast.localhost' })
  await expect(page).toHaveTitle(/Linjen Väst$/)
})

test(
  'what the employee’s company has switched off is missing on the group’s host too',
  { tag: '@wide' },
  async ({ openAs }, info) => {
    const page = await openAs('gunilla')
    const statuses: number[] = []
    page.on('response', (response) => statuses.push(response.status()))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    if (info.project.name === 'phone') await page.getByRole('button', { name: 'Meny' }).click()
    await expect(page.getByRole('link', { name: 'Schema', exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: /^Felrapport/ })).toHaveCount(0)
    await page.goto('/dashboard/fordonskontroll')
    await expect(page.getByText(forbidden)).toBeVisible()
    expect(statuses.filter((status) => status === 403)).toEqual([])
  },
)
