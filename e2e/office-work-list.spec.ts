// A mechanic takes the work list to a place without coverage.
import { expectNoViolations } from './accessible.ts'
import { backOnline, copies, copyOf, test } from './phone.ts'
import { expect } from './sign-in.ts'

test.describe.configure({ timeout: 120_000 })

test('the work list is read and ticked without coverage, and removed by hand @wide', async ({ line, ready }) => {
  const page = await ready('conny')
  await page.goto(`${line.origin}/kontor/fel?vy=oppna`)
  const queue = page.getByRole('list', { name: 'Felanmälningar' })
  await queue.getByRole('listitem').first().waitFor()
  const [first = '', second = ''] = (await queue.getByRole('listitem').allInnerTexts()).map(
    (text) => /F-\d+/.exec(text)?.[0] ?? '',
  )
  for (const number of [first, second]) await page.getByRole('checkbox', { name: `Välj ${number}` }).check()
  await page.getByRole('button', { name: 'Arbetslista' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Ta med på enheten' }).click()
  const way = page.getByRole('link', { name: 'Arbetslista på enheten: 2 ärenden' })
  await expect(way).toBeVisible()
  line.cut()

  await page.goto(`${line.origin}/kontor/fel`)
  await way.click()
  await expect(page.getByText('0 av 2 ärenden är gjorda')).toBeVisible()
  await expectNoViolations(page)
  await page.getByRole('checkbox', { name: new RegExp(first) }).check()
  await expect(page.getByText('1 av 2 ärenden är gjorda')).toBeVisible()
  await expect
    .poll(async () => JSON.stringify(await copyOf(page, 'kontor/arbetslista')))
    .toContain(`"done":["${first}"]`)
  await page.reload()
  await expect(page.getByRole('checkbox', { name: new RegExp(first) })).toBeChecked()
  await expect(page.getByRole('checkbox', { name: new RegExp(second) })).not.toBeChecked()

  await backOnline(page, line)
  await page.getByRole('link', { name: `Öppna ${second}` }).click()
  await expect(page.getByRole('region', { name: new RegExp(second) })).toBeVisible()
  await page.goto(`${line.origin}/kontor/arbetslista`)
  await page.getByRole('button', { name: 'Ta bort från enheten' }).click()
  await expect(page.getByText('Ingen arbetslista på den här enheten')).toBeVisible()
  expect(await copies(page)).not.toContain('kontor/arbetslista')
})
