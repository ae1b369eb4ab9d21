import { originOf } from './portal.ts'
import { expect, test } from './sign-in.ts'

test('a page whose scripts do not come offers to be loaded again, and only then', async ({ page }) => {
  await page.route('**/assets/main-*.js', (route) => route.abort())
  await page.goto(`${originOf()}/login`)
  const again = page.getByRole('link', { name: 'Ladda om' })
  await expect(page.locator('#root > .name')).toBeVisible()
  await expect(again).toBeHidden()
  await page.evaluate(() => document.getAnimations().forEach((each) => each.finish()))
  await expect(page.getByText('Det tar lång tid att hämta sidan.')).toBeVisible()

  // As easy to hit as a button, and in line with the name plate.
  expect((await again.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    const [plate, words] = await Promise.all(
      ['#root > .name > img', '.late'].map(async (of) => (await page.locator(of).boundingBox())?.x),
    )
    expect([width, words]).toEqual([width, plate])
  }

  await page.unroute('**/assets/main-*.js')
  await again.click()
  await expect(page.getByRole('textbox', { name: 'Användarnamn' })).toBeVisible()
  await expect(again).toHaveCount(0)
})

test('so does a home that shows the duty before its scripts', async ({ openAs }, { project }) => {
  test.skip(project.name === 'desktop', 'a wide screen shows no duty before them')
  const page = await openAs('anna')
  await expect(page.getByRole('button', { name: 'Meny' })).toBeVisible()
  await page.route('**/assets/main-*.js', (route) => route.abort())
  await page.reload()
  const again = page.getByRole('link', { name: 'Ladda om' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('#root > .name')).toHaveCount(0)
  await expect(again).toBeHidden()
  await page.evaluate(() => document.getAnimations().forEach((each) => each.finish()))
  await expect(again).toBeVisible()

  await page.unroute('**/assets/main-*.js')
  await again.click()
  await expect(page.getByRole('button', { name: 'Meny' })).toBeVisible()
  await expect(again).toHaveCount(0)
})
