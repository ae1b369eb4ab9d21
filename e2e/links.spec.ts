import type { Page, Request, TestInfo } from '@playwright/test'
import { expectNoViolations } from './accessible.ts'
import { expect, test } from './sign-in.ts'

const forAll = ['Visselblåsning', 'Utbildningsportalen', 'Certifiering']
const all = [
  'Tidrapport',
  'Förartavlan',
  'Busskartor',
  'Bokning',
  'Visselblåsning',
  'Policy & Rutiner',
  'Utbildningsportalen',
  'Lediga tjänster',
  'Certifiering',
]
/**
 * In the phone's menu, a link with the name of one of the portal's own pages is in that page's row, not in the list.
 */
const inMenu = all.filter((label) => label !== 'Policy & Rutiner')
const listed = ({ project }: TestInfo) => (project.name === 'desktop' ? all : inMenu)

const list = (page: Page) => page.getByRole('list', { name: 'Mina länkar' })

async function openLinks(page: Page, { project }: TestInfo): Promise<void> {
  const opener = project.name === 'desktop' ? 'Mina länkar' : 'Meny'
  await page.getByRole('button', { name: opener }).click()
  await expect(list(page)).toBeVisible()
}

const labels = (page: Page) => list(page).getByRole('link').allTextContents()

test('Mina länkar contains every link for an employee with every flag, and nothing before it is opened', async ({
  openAs,
}, info) => {
  const page = await openAs('anna', { host: 'norr.localhost' })
  await expect(page.getByRole('region', { name: 'Mina uppdrag' })).toBeVisible()
  const first = page.getByRole('link', { name: 'Tidrapport', exact: true })
  await expect(first).toHaveCount(0)
  await openLinks(page, info)
  expect(await labels(page)).toEqual(listed(info))
  // On a phone this link is outside the list, in the row of the portal's own page of the same name.
  const within = info.project.name === 'desktop' ? list(page) : page
  await expect(within.getByRole('link', { name: 'Policy & Rutiner', exact: true }).last()).toHaveAttribute(
    'href',
    'https://dokument.linjen.example/norr/Client/PolicyRutiner/',
  )
  await expect(first).toHaveAttribute('href', 'https://dokument.linjen.example/norr/Client/Tidrapport/')
  await expect(first).toHaveAttribute('target', '_blank')
  await expect(page.getByRole('link', { name: 'Förartavlan', exact: true })).toHaveAttribute(
    'href',
    'https://forartavlan.linjen.example/norr',
  )
  await expectNoViolations(page)
  await page.keyboard.press('Escape')
  await expect(list(page)).toHaveCount(0)
})

test('bertil, who has no link flag, sees the links for everybody', async ({ openAs }, info) => {
  const page = await openAs('bertil')
  await openLinks(page, info)
  expect(await labels(page)).toEqual(forAll)
})

for (const [userName, further] of [
  ['farid', ['Verkstadsdokument']],
  ['jonas', []],
] as const) {
  test(`${userName} in Öst sees ${further.length} link more: the workshop’s documents are for the workshop`, async ({
    openAs,
  }, info) => {
    const page = await openAs(userName, { host: 'ost.localhost' })
    await openLinks(page, info)
    await expect.poll(() => labels(page)).toEqual([...listed(info), ...further])
    if (userName === 'jonas') return
    await expect(page.getByRole('link', { name: 'Verkstadsdokument', exact: true })).toHaveAttribute(
      'href',
      'https://dokument.linjen.example/ost/Client/Verkstad/',
    )
  })
}

test(
  'at exactly 992 pixels the links are in the sidebar, at 993 in the header',
  { tag: '@wide' },
  async ({ openAs }) => {
    const page = await openAs('anna')
    const opener = page.getByRole('banner').getByRole('button', { name: 'Mina länkar' })
    await page.setViewportSize({ width: 992, height: 800 })
    await expect(
      page.getByRole('navigation', { name: 'Huvudmeny' }).getByRole('list', { name: 'Mina länkar' }),
    ).toBeVisible()
    await expect.poll(() => labels(page)).toEqual(inMenu)
    await expect(opener).toHaveCount(0)
    await page.setViewportSize({ width: 993, height: 800 })
    await expect(opener).toBeVisible()
    await expect(list(page)).toHaveCount(0)
    await opener.click()
    await expect.poll(() => labels(page)).toEqual(all)
  },
)

test.describe('Utbildningsportalen', () => {
  const link = (page: Page) => page.getByRole('link', { name: 'Utbildningsportalen', exact: true })

  test('opens in a new tab that receives the employee’s identity, in the body and not in the URL', async ({
    openAs,
  }, info) => {
    const page = await openAs('anna', { host: 'norr.localhost' })
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    const arrived = new Promise<Request>((resolve) => {
      void page.context().route('https://*.example/**', (route, request) => {
        resolve(request)
        return route.fulfill({ contentType: 'text/html', body: '<title>Utbildning</title>' })
      })
    })
    await openLinks(page, info)
    expect(asked.filter((url) => url.includes('userprops'))).toEqual([])
    const [popup] = await Promise.all([page.waitForEvent('popup'), link(page).click()])
    const request = await arrived
    expect([request.method(), request.url()]).toEqual(['POST', 'https://utbildning.linjen.example/norr'])
    expect(request.headers()['referer']).toBeUndefined()
    expect(Object.fromEntries(new URLSearchParams(request.postData() ?? ''))).toEqual({
      externalUserId: '31104',
      companyId: 'norr',
      displayName: 'Anna Lindgren',
      email: expect.stringContaining('@'),
    })
    await expect(popup).toHaveTitle('Utbildning')
    expect(await popup.evaluate(() => window.opener === null)).toBe(true)
    await expect(list(page)).toHaveCount(0)
  })

  test('says that it is loading, and opens once however often it is pressed', async ({ openAs }, info) => {
    const page = await openAs('anna')
    let letGo = () => {}
    const held = new Promise<void>((resolve) => (letGo = resolve))
    let posts = 0
    await page.context().route('https://*.example/**', (route) => {
      posts += 1
      return route.fulfill({ contentType: 'text/html', body: '<title>Utbildning</title>' })
    })
    await page.route('**/api/utbildning/userprops', async (route) => {
      await held
      return route.continue()
    })
    await openLinks(page, info)
    const [popup] = await Promise.all([page.waitForEvent('popup'), link(page).click()])
    await expect(popup.getByText('Laddar..')).toBeVisible()
    await expect(link(page)).toHaveAttribute('aria-busy', 'true')
    await expect(list(page).getByRole('status')).toHaveText('Laddar..')
    await link(page).click()
    letGo()
    await expect(popup).toHaveTitle('Utbildning')
    expect([posts, page.context().pages().length]).toEqual([1, 2])
  })

  test('says so if it cannot be opened, leaves no empty tab, and can be tried again', async ({ openAs }, info) => {
    const page = await openAs('anna')
    await page.context().route('https://*.example/**', (route) => route.fulfill({ body: 'Utbildning' }))
    await page.route('**/api/utbildning/userprops', (route) => route.abort())
    await openLinks(page, info)
    const [popup] = await Promise.all([page.waitForEvent('popup'), link(page).click()])
    await expect(
      list(page).getByRole('alert').filter({ hasText: 'Utbildningsportalen kunde inte öppnas.' }),
    ).toBeVisible()
    await expect.poll(() => popup.isClosed()).toBe(true)
    await expectNoViolations(page)
    await page.unroute('**/api/utbildning/userprops')
    const arrived = page.context().waitForEvent('request', (request) => request.method() === 'POST')
    await link(page).focus()
    await page.keyboard.press('Enter')
    expect((await arrived).url()).toBe('https://utbildning.linjen.example/')
  })

  test('says so if the browser blocks the tab', async ({ openAs }, info) => {
    const page = await openAs('anna')
    await page.evaluate(() => {
      window.open = () => null
    })
    await openLinks(page, info)
    await link(page).click()
    await expect(page.getByText('Webbläsaren stoppade den nya fliken.')).toBeVisible()
  })
})
