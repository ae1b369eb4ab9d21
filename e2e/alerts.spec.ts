import { expectNoViolations } from './accessible.ts'
import { callAs } from './call.ts'
import { expect, test } from './sign-in.ts'

// A threat, an injury or a near miss reaches the responsible manager at once, and nobody else.

test('a threat is on the dashboard of the responsible manager until it has been opened; axe', async ({
  openAs,
}, info) => {
  test.slow()
  // Both widths run at once on one portal: each uses its own driver and manager.
  const [driver, manager, other, bus] =
    info.project.name === 'phone'
      ? (['zahra', 'samir', 'ulrika', 'Buss 2120'] as const)
      : (['mehmet', 'jasmina', 'patrik', 'Buss 5102'] as const)
  const place = `Hållplats Sofiehem (${info.project.name} ${info.repeatEachIndex})`
  const threatened = await openAs(driver)
  const [, vehicles] = await callAs<{ name: string }[]>(threatened, 'GET', '/api/fordonskontroll/vehicles')
  const [status] = await callAs(threatened, 'POST', '/api/incident/addhotochvald', {
    Datum: '2026-11-20',
    Plats: place,
    Fordon: vehicles[0]?.name ?? bus,
    HandelseBeskrivning: 'En resenär hotade mig med en flaska.',
    ExternaPersonskadorInfo: '',
    AttachmentUploadBlobNames: [],
  })
  expect(status).toBe(200)

  const page = await openAs(manager)
  const alert = page.getByRole('status').filter({ hasText: /llvarlig(a)? händelse(r)? att läsa/ })
  await expect(alert).toContainText(`Hot och Våld, ${place}`)
  await expectNoViolations(page)
  await alert.getByRole('link', { name: 'Visa avvikelser' }).click()
  // The demo and other journeys report alerts too.
  const unread = page
    .getByRole(info.project.name === 'phone' ? 'listitem' : 'row')
    .filter({ hasText: 'Allvarlig händelse att läsa' })
    .filter({ hasText: place })
  await expect(unread).toHaveCount(1)
  await unread.getByRole('button', { name: 'Detaljer' }).click()
  await expect(page.getByRole('dialog', { name: 'Detaljer' })).toContainText(place)
  await page.keyboard.press('Escape')
  await expect(unread).toHaveCount(0)
  const told = page.waitForResponse('**/api/incident/larm')
  await page.goto('/dashboard/start')
  expect(await (await told).text()).not.toContain(place)
  await expect(page.getByText(place)).toHaveCount(0)

  for (const nobody of [driver, other]) {
    // Starts on a page without this call. Otherwise the answer to the page before could be taken for this one's.
    const elsewhere = await openAs(nobody, { path: '/diagnostics' })
    const answer = elsewhere.waitForResponse('**/api/incident/larm')
    await elsewhere.goto('/dashboard/start')
    expect(await (await answer).text()).not.toContain(place)
    await expect(elsewhere.getByText(place)).toHaveCount(0)
  }
})
