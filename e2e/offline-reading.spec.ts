// Without coverage: fetched content can be read, and only by the same employee.
import { chunkOf } from './built.ts'
import type { Locator, Page } from '@playwright/test'
import { expectNoViolations } from './accessible.ts'
import { driverWhoseRunLasts } from './driver.ts'
import {
  asked,
  backOnline,
  copies,
  expire,
  forgetCopies,
  keptOnPhone,
  reportFault,
  test,
  unsent,
  words,
} from './phone.ts'
import { expect } from './sign-in.ts'

/** Opens a PDF by its title, sees its text, and closes it. */
async function readPdf(page: Page, title: Locator, reader = page.getByRole('dialog')): Promise<void> {
  await title.click()
  await expect(reader.getByText(/^Sida 1 av \d+$/)).toBeVisible()
  await expect(reader.getByRole('group', { name: 'Sida 1' }).locator('span').first()).toBeVisible()
  await reader.getByRole('button', { name: 'Stäng' }).click()
  await expect(reader).toBeHidden()
}

test('what is needed is readable without coverage, with its time; payslips and private details are not', async ({
  line,
  ready,
}, { project }) => {
  test.slow()
  const page = await ready(driverWhoseRunLasts(['anna', 'tesfaye']))
  const name = 'Arbetsmiljöpolicy'
  // The document opens in a dialog on a phone, and beside the list on a wide screen.
  const policy =
    project.name === 'phone'
      ? ([page.getByRole('button', { name }), page.getByRole('dialog')] as const)
      : ([page.getByRole('link', { name }), page.getByRole('region', { name })] as const)
  const item = page.getByRole('link', { name: /^Läs mer/ }).first()
  await item.click()
  await expect(page.getByRole('heading', { name: 'Kommentarer' })).toBeVisible()
  const title = await page.getByRole('heading', { level: 1 }).textContent()
  await expect.poll(() => copies(page)).toContainEqual(expect.stringMatching(/getcomments/))
  const read = page.url()
  for (const path of ['konteklonebesked', 'userinfo', 'avvikelser']) {
    await page.goto(`${line.origin}/dashboard/${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.waitForLoadState('networkidle')
  }
  await page.goto(`${line.origin}/dashboard/policy`)
  await readPdf(page, ...policy)
  await expect.poll(() => copies(page)).toContainEqual(expect.stringMatching(/policydocs\/downloadfile/))
  line.cut()

  await page.goto(`${line.origin}/dashboard/start`)
  await expect(page.getByText(/^Ingen täckning/)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Bekräfta/ })).toBeVisible()
  await expect(page.getByText(/^Uppdaterad \d\d:\d\d$/).first()).toBeVisible()
  // One line about coverage is enough. There is no list of failed calls.
  await expect(page.getByRole('log', { name: 'Varningar' })).toBeEmpty()

  await page.goto(`${line.origin}/dashboard/minauppdrag`)
  for (let day = 0; day < 14; day++) {
    await page.getByRole('button', { name: 'Nästa dag' }).click()
    await expect(page.getByText('Ett fel inträffade')).toBeHidden()
    await expect(page.getByText(/^Uppdaterad/)).toBeVisible()
  }

  await page.goto(`${line.origin}/dashboard/krishantering`)
  await expect(page.getByRole('link', { name: /112/ }).first()).toHaveAttribute('href', 'tel:112')
  await expect(page.getByRole('checkbox').first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Närmaste chef' })).toBeVisible()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Ladda ned' }).first().click(),
  ])
  expect(file.suggestedFilename()).toMatch(/\.(pdf|docx)$/)

  // A PDF that was fetched ahead can be read although nobody has opened it yet, and so can a policy that was read
  // before.
  await readPdf(page, page.getByRole('row').getByRole('button', { name: 'Krisplan Umeå' }))
  await page.goto(`${line.origin}/dashboard/policy`)
  await expect(page.getByText(/^Uppdaterad/)).toBeVisible()
  await readPdf(page, ...policy)
  // The page's address then ends with the document's name.
  await page.goto(`${line.origin}/dashboard/policy?visa=Alkoholpolicy.pdf`)
  await expect(page.getByRole('heading', { name: /Policy/, level: 1 })).toBeVisible()

  await page.goto(read)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title ?? '')

  for (const path of ['konteklonebesked', 'userinfo', 'avvikelser']) {
    await page.goto(`${line.origin}/dashboard/${path}`)
    await expect(page.getByRole('button', { name: 'Försök igen' })).toBeVisible()
  }
  expect(
    (await copies(page)).filter((address) => /lonespec|details|incident\/list|larm|undersokning/.test(address)),
  ).toEqual([])

  // When coverage returns, the screen recovers by itself.
  await page.goto(`${line.origin}/dashboard/minauppdrag`)
  await expect(page.getByText(/^Uppdaterad/)).toBeVisible()
  await backOnline(page, line)
  await expect(page.getByText(/^Uppdaterad/)).toBeHidden()
  await expect(page.getByText(/^Ingen täckning/)).toBeHidden()
})

test('with a sign-in that expired overnight the duty still opens without coverage, and the sign-in is renewed with it', async ({
  line,
  ready,
}) => {
  const page = await ready('nermin')
  await expect.poll(() => copies(page)).toContainEqual(expect.stringMatching(/krishantering\/downloadfile/))
  await expire(page)
  line.cut()
  await page.goto(`${line.origin}/dashboard/start`)
  await expect(page.getByText(/^Ingen täckning/)).toBeVisible()
  await expect(page.getByText(/^Uppdaterad/).first()).toBeVisible()
  // The crisis page is complete: whom to call, and the documents themselves.
  await page.goto(`${line.origin}/dashboard/krishantering`)
  await expect(page.getByRole('heading', { name: 'Närmaste chef' })).toBeVisible()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Ladda ned' }).first().click()
  await saved
  await page.goto(`${line.origin}/dashboard/start`)
  await backOnline(page, line)
  await expect(page.getByText(/^Uppdaterad/)).toHaveCount(0)
  expect((await asked(page, '/api/user/profile')).status).toBe(200)
})

test('when the last known duty has ended, the next one is taken from the kept days', async ({ line, ready }) => {
  const page = await ready('nermin')
  await expect.poll(() => copies(page)).toContainEqual(expect.stringMatching(/uppdrag\?date=/))
  line.cut()
  await page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => /^linjen\.copy:.*aktuelltuppdrag$/.test(name)) ?? ''
    const kept = JSON.parse(localStorage.getItem(key) ?? '{}') as { answer: object }
    const ended = {
      ...kept.answer,
      datum: '2026-07-02',
      starttid: '2026-07-02T05:00:00',
      sluttid: '2026-07-02T13:00:00',
    }
    localStorage.setItem(key, JSON.stringify({ ...kept, answer: ended }))
  })
  await page.goto(`${line.origin}/dashboard/start`)
  const card = page.getByRole('region', { name: /^(Pågående|Nästa) tjänst$/ })
  await expect(card.getByText(/^\d\d:\d\d$/).first()).toBeVisible()
  await expect(card.getByText('juli')).toBeHidden()
  await expect(card.getByRole('button', { name: /Bekräfta/ })).toBeHidden()
})

test('what is needed is fetched again when coverage comes back', { tag: '@prove' }, async ({ line, ready }) => {
  test.slow()
  const page = await ready('anna')
  line.cut()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(page.getByText(/^Ingen täckning/)).toBeVisible()
  await forgetCopies(page)
  expect(await copies(page)).toEqual([])
  await backOnline(page, line)
  await expect.poll(() => copies(page), { timeout: 20_000 }).toContain('/api/incident/formoptions')
})

test('a screen whose script is missing does not leave a white page', async ({ openAs }) => {
  const page = await openAs('anna', { path: '/dashboard/krishantering' })
  for (const path of ['/assets/main-gammal.js', '/gammal.js']) {
    const missing = await page.request.get(path)
    expect([path, missing.status()]).toEqual([path, 404])
    expect(await missing.text()).not.toContain('<html')
  }
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.route(chunkOf('schedule/web/ScheduleScreen.tsx'), (route) =>
    route.fulfill({ status: 404, body: 'Finns inte' }),
  )
  await page.goto('/dashboard/schema')
  await expect(page.getByRole('heading', { name: 'Något gick fel.' })).toBeVisible()
  await page.unroute(chunkOf('schedule/web/ScheduleScreen.tsx'))
  await page.getByRole('button', { name: 'Ladda om sidan' }).click()
  await expect(page.getByRole('heading', { name: 'Schema' })).toBeVisible()
})

test('the guide stays if the code of its documents does not come', async ({ openAs }) => {
  const page = await openAs('anna')
  await page.route(chunkOf('crisis/web/AreaDocuments.tsx'), (route) =>
    route.fulfill({ status: 404, body: 'Finns inte' }),
  )
  await page.goto('/dashboard/krishantering')
  const documents = page.getByRole('region', { name: 'Dokument' })
  await expect(documents.getByText('Något gick fel.')).toBeVisible()
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(18)
  await expect(page.getByRole('region', { name: 'Närmaste chef' }).getByRole('link').first()).toBeVisible()
  await page.unroute(chunkOf('crisis/web/AreaDocuments.tsx'))
  await documents.getByRole('button', { name: 'Ladda om sidan' }).click()
  await expect(documents.getByRole('row').first()).toBeVisible()
})

test('signing out asks about what waits, and removes the copies', { tag: '@prove' }, async ({ line, ready }, info) => {
  test.slow()
  const page = await ready('lars-goran')
  line.spoil('/api/fordonskontroll/addfault', 'refused', 100)
  await reportFault(page, line.origin, words('Ska inte försvinna', info))
  await expect(keptOnPhone(page)).toBeVisible()
  await expect(page.getByText(/Kan felet vara farligt: kör inte, och ring trafikledningen/)).toBeVisible()
  await page.getByRole('button', { name: 'Meny' }).click()
  await page.getByRole('button', { name: 'Logga ut' }).click()
  const question = page.getByRole('dialog', { name: 'Något är inte skickat' })
  await expect(question).toBeVisible()
  await expectNoViolations(page)
  await question.getByRole('button', { name: 'Stanna kvar' }).click()
  await expect(question).toBeHidden()
  expect(await unsent(page)).toBe(1)
  const removing = question.getByRole('button', { name: 'Ta bort det och logga ut' })
  line.cut()
  await page.getByRole('button', { name: 'Logga ut' }).click()
  await removing.click()
  await expect(page.getByText('Utloggningen misslyckades. Försök igen när du har täckning.')).toBeVisible()
  expect(await unsent(page)).toBe(1)
  line.mend()
  await page.getByRole('button', { name: 'Logga ut' }).click()
  await removing.click()
  await expect(page.getByText('Du är nu utloggad')).toBeVisible()
  expect(await unsent(page)).toBe(0)
  expect(await copies(page)).toEqual([])
})
