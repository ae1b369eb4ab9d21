import type { Page, TestInfo } from '@playwright/test'
import { draftsOnPhone } from './drafts.ts'
import { picture } from './hand.ts'
import { originOf, serverFails } from './portal.ts'
import { expect, signIn, test } from './sign-in.ts'

// Typed text is not lost at a reload, a failed save, a lost answer or an expired sign-in. It is removed when it is sent, and at
// sign-out.

const form = (slug: string) => `/dashboard/nyavvikelse?typ=${slug}`
const save = (page: Page) => page.getByRole('button', { name: 'Spara', exact: true })
const description = (page: Page) => page.getByLabel('Händelsebeskrivning')
const photos = (page: Page) => page.getByLabel(/^(Ta eller välj|Fler) bilder$/)
const remove = (page: Page) => page.getByRole('button', { name: /^Ta bort bild \d$/ })
const receipt = (page: Page) => page.getByRole('heading', { name: 'Avvikelse har sparats' })
const sent = (page: Page, count: number) => expect(page.getByText('Skickad', { exact: true })).toHaveCount(count)
const box = 'Fel inträffade när formuläret skulle sparas'

const pictures = [picture('ett.png', [200, 40, 40]), picture('två.png', [40, 160, 60])]
// Both widths run at once on one portal, and so do the tests: each uses its own employee.
const [first, second] = ['klara', 'david'] as const
const driverOf = ({ project }: TestInfo) => (project.name === 'phone' ? first : second)

async function fillThreat(page: Page, text: string): Promise<void> {
  await page.getByLabel('Plats', { exact: true }).fill('Resecentrum')
  await page.getByLabel('Fordon').fill('Buss 2115')
  await description(page).fill(text)
}

async function fillTraffic(page: Page, text: string): Promise<void> {
  await page.getByLabel('Rubrik').selectOption({ index: 1 })
  await page.getByLabel('Plats', { exact: true }).fill('Vasaplan')
  await description(page).fill(text)
}

/** Makes the photos of every draft `by` milliseconds older. Runs in the page. */
function agePhotos(by: number): Promise<void> {
  interface Row {
    key: string
    value: { sentAt: number }[]
  }
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('linjen')
    opening.addEventListener('error', () => reject(opening.error ?? new Error('no drafts')))
    opening.addEventListener('success', () => {
      const writing = opening.result.transaction('drafts', 'readwrite')
      const drafts = writing.objectStore('drafts')
      const reading = drafts.getAll()
      reading.addEventListener('success', () => {
        for (const row of reading.result as Row[]) {
          if (!row.key.endsWith('/bilder')) continue
          drafts.put({ ...row, value: row.value.map((photo) => ({ ...photo, sentAt: photo.sentAt - by })) })
        }
      })
      writing.addEventListener('complete', () => {
        opening.result.close()
        resolve()
      })
    })
  })
}

test('a draft survives a reload and a save that failed, with its photos, and is stored once', async ({
  openAs,
}, info) => {
  test.slow()
  const page = await openAs(driverOf(info), { path: form('hot-och-vald') })
  const text = `Hotad vid hållplatsen (${info.project.name} ${info.repeatEachIndex})`
  await fillThreat(page, text)
  await photos(page).setInputFiles(pictures)
  await sent(page, 2)
  await page.reload()
  await expect(page.getByText('Ditt påbörjade utkast är kvar.')).toBeVisible()
  await expect(description(page)).toHaveValue(text)
  await expect(page.getByLabel('Fordon')).toHaveValue('Buss 2115')
  await sent(page, 2)

  // The server fails before it has stored anything.
  const call = '**/api/incident/addhotochvald'
  await page.route(call, (route) => route.fulfill(serverFails))
  await save(page).click()
  const alert = page.getByRole('alert').filter({ hasText: box })
  await expect(alert).toContainText('Okänt fel inträffade')
  await expect(alert.locator('..')).toBeFocused()
  await page.unroute(call)

  // The report arrives and is stored, but the answer reports a failure.
  const keys: (string | undefined)[] = []
  await page.route(call, async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    await route.fetch()
    await route.fulfill(serverFails)
  })
  await save(page).click()
  await expect.poll(() => keys.length).toBe(1)
  await expect(alert).toBeVisible()
  await page.unroute(call)

  // The page is reloaded, and the same report is sent again.
  await page.reload()
  await sent(page, 2)
  const again = page.waitForRequest(call)
  await save(page).click()
  expect((await again).headers()['idempotency-key']).toBe(keys[0])
  await expect(receipt(page)).toBeVisible()
  await expect.poll(() => draftsOnPhone(page)).toHaveLength(0)
  const answer = page.waitForResponse('**/api/incident/list')
  await page.getByRole('link', { name: 'Till avvikelser' }).click()
  const { result } = (await (await answer).json()) as { result: { hotOchVald?: { handelseBeskrivning: string } }[] }
  expect(result.filter(({ hotOchVald }) => hotOchVald?.handelseBeskrivning === text)).toHaveLength(1)
})

test('a report whose answer was lost is stored once, also when its photos have become too old and are sent again', async ({
  openAs,
}, info) => {
  test.slow()
  const page = await openAs(driverOf(info), { path: form('hot-och-vald') })
  const text = `Hotad på terminalen (${info.project.name} ${info.repeatEachIndex})`
  await fillThreat(page, text)
  await photos(page).setInputFiles(pictures)
  await sent(page, 2)
  const call = '**/api/incident/addhotochvald'
  const keys: (string | undefined)[] = []
  await page.route(call, async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    await route.fetch()
    await route.fulfill(serverFails)
  })
  await save(page).click()
  await expect(page.getByRole('alert').filter({ hasText: box })).toBeVisible()
  // The answer to too many writes in a minute does not show whether the first write was stored.
  await page.unroute(call)
  await page.route(call, async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    await route.fulfill({ status: 429, json: { result: null, timestamp: '', errorMessage: 'Vänta en stund' } })
  })
  await save(page).click()
  await expect.poll(() => keys.length).toBe(2)
  // The report must be back in the form before the page is left. Until then it is in the outbox.
  await expect(page.getByRole('alert').filter({ hasText: box })).toBeVisible()
  await page.unroute(call)

  await page.goto(`${originOf()}/dashboard/policy`)
  await page.evaluate(agePhotos, 20 * 3_600_000)
  const uploads: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/incident/uploadimage')) uploads.push(request.url())
  })
  await page.goto(originOf() + form('hot-och-vald'))
  await sent(page, 2)
  expect(uploads).toHaveLength(2)
  const again = page.waitForRequest(call)
  await save(page).click()
  keys.push((await again).headers()['idempotency-key'])
  await expect(receipt(page)).toBeVisible()
  expect(new Set(keys).size).toBe(1)
  const answer = page.waitForResponse('**/api/incident/list')
  await page.getByRole('link', { name: 'Till avvikelser' }).click()
  const { result } = (await (await answer).json()) as {
    result: { hotOchVald?: { handelseBeskrivning: string }; bilder: unknown[] }[]
  }
  const stored = result.filter(({ hotOchVald }) => hotOchVald?.handelseBeskrivning === text)
  expect(stored.map(({ bilder }) => bilder.length)).toEqual([2])
})

test("the server's own messages are shown, and the fault can be corrected", async ({ openAs }, info) => {
  const page = await openAs(driverOf(info), { path: form('trafikinformation') })
  await page.route('**/api/incident/addtrafikinformation', (route) =>
    route.fulfill({
      status: 400,
      json: { result: null, timestamp: '', errorMessage: 'Fel', modelState: { Plats: ['Platsen är okänd'] } },
    }),
  )
  await fillTraffic(page, 'Skylten är borta.')
  await save(page).click()
  await expect(page.getByRole('alert').filter({ hasText: box })).toContainText('Platsen är okänd')
  await expect(description(page)).toHaveValue('Skylten är borta.')
  await page.unroute('**/api/incident/addtrafikinformation')
  await save(page).click()
  await expect(receipt(page)).toBeVisible()
})

test('a second click while saving is ignored', async ({ openAs }, info) => {
  const page = await openAs(driverOf(info), { path: form('trafikinformation') })
  let posts = 0
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/incident/addtrafikinformation', async (route) => {
    posts++
    await held
    await route.continue()
  })
  await fillTraffic(page, 'Vägarbete utan skyltning.')
  await save(page).click()
  const saving = page.getByRole('button', { name: 'Sparar..' })
  // The button looks busy but can be focused and clicked.
  await saving.click({ force: true })
  await saving.press('Enter')
  release()
  await expect(receipt(page)).toBeVisible()
  expect(posts).toBe(1)
})

test('a long form stays on its step after a reload; starting over empties it', async ({ openAs }, info) => {
  test.slow()
  const page = await openAs(driverOf(info), { path: form('fordonsskada') })
  await page.getByLabel('Plats', { exact: true }).fill('Depån')
  await page.getByLabel('Fordon').fill('Buss 2116')
  await page.getByRole('button', { name: 'Nästa' }).click()
  await description(page).fill('Skrapad i tvätten.')
  await photos(page).setInputFiles(pictures[0]!)
  await sent(page, 1)
  await page.reload()
  await expect(page.getByRole('heading', { level: 2, name: 'Vad hände?' })).toBeVisible()
  await expect(description(page)).toHaveValue('Skrapad i tvätten.')
  await page.goBack()
  await expect(page.getByLabel('Plats', { exact: true })).toHaveValue('Depån')
  // The choice of kinds shows which one has a draft.
  await page.getByRole('link', { name: 'Ny avvikelse' }).last().click()
  await expect(page.getByText(/^Utkast /)).toHaveCount(1)
  await page.getByRole('button', { name: 'Fordonsskada' }).click()
  await page.getByRole('button', { name: 'Börja om' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Börja om' }).click()
  await expect(page.getByText('Ditt påbörjade utkast är kvar.')).toBeHidden()
  await expect(page.getByLabel('Plats', { exact: true })).not.toHaveValue('Depån')
  await expect.poll(() => draftsOnPhone(page)).toHaveLength(0)
})

test('a report that is saved when the sign-in has just been refused is sent automatically after signing in again', async ({
  openAs,
}, info) => {
  const page = await openAs(driverOf(info), { path: form('hot-och-vald') })
  const text = `Hotad i bussen (${info.project.name} ${info.repeatEachIndex})`
  await fillThreat(page, text)
  await page.route('**/api/incident/addhotochvald', (route) =>
    route.fulfill({ status: 401, json: { result: null, timestamp: '', errorMessage: 'Logga in igen' } }),
  )
  const away = page.waitForRequest('**/oidc/auth?**')
  await save(page).click()
  await away
  await page.unroute('**/api/incident/addhotochvald')
  await expect(page.getByText(/^Hot och Våld, nummer A-\d{6}\.|som väntade har skickats/).first()).toBeVisible()
  await page.goto(`${originOf()}/dashboard/nyavvikelse`)
  await expect(page.getByRole('button', { name: /^Hot och våld$/i })).toBeVisible()
  await expect.poll(() => draftsOnPhone(page)).toHaveLength(0)
  await expect(page.getByText(/^Utkast /)).toHaveCount(0)
  const answer = page.waitForResponse('**/api/incident/list')
  await page.goto(`${originOf()}/dashboard/avvikelser`)
  const { result } = (await (await answer).json()) as { result: { hotOchVald?: { handelseBeskrivning: string } }[] }
  expect(result.filter(({ hotOchVald }) => hotOchVald?.handelseBeskrivning === text)).toHaveLength(1)
})

test('a sign-in that has expired at the provider too leads through the password back to the step, with its photo', async ({
  page,
}, info) => {
  test.slow()
  const userName = info.project.name === 'phone' ? 'yusuf' : 'per-olov'
  await signIn(page, userName)
  await page.goto(originOf() + form('fordonsskada'))
  await page.getByLabel('Plats', { exact: true }).fill('Depån')
  await page.getByLabel('Fordon').fill('Buss 2117')
  await page.getByRole('button', { name: 'Nästa' }).click()
  await description(page).fill('Lång berättelse om en påkörning.')
  await page.context().clearCookies()
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage).filter((name) => name.startsWith('oidc.user'))) {
      const user = JSON.parse(localStorage.getItem(key) ?? '{}') as Record<string, unknown>
      localStorage.setItem(key, JSON.stringify({ ...user, expires_at: 1 }))
    }
  })
  // Uploading the photo is the first request after the sign-in has expired.
  await photos(page).setInputFiles(pictures[0]!)
  await page.getByLabel('Användarnamn').fill(userName)
  await page.getByLabel('Lösenord').fill('demo')
  await page.getByRole('button', { name: 'Logga in', exact: true }).click()
  await page.waitForURL(`**${form('fordonsskada')}&steg=2`)
  await expect(description(page)).toHaveValue('Lång berättelse om en påkörning.')
  await sent(page, 1)
  await page.getByRole('button', { name: 'Tillbaka' }).click()
  await expect(page.getByLabel('Plats', { exact: true })).toHaveValue('Depån')
})

test('drafts are removed at sign-out, and the next employee on the same phone sees nothing', async ({ page }, info) => {
  test.slow()
  const [one, other] = info.project.name === 'phone' ? ['eva', 'david'] : ['cecilia', 'klara']
  await signIn(page, one)
  await page.goto(originOf() + form('hot-och-vald'))
  await fillThreat(page, 'Det här ska ingen annan läsa.')
  await photos(page).setInputFiles(pictures[0]!)
  await sent(page, 1)
  await expect.poll(() => draftsOnPhone(page)).toHaveLength(2)
  await page.getByRole('button', { name: 'Meny' }).click()
  await page.getByRole('button', { name: 'Logga ut' }).click()
  await expect(page.getByText('Du är nu utloggad')).toBeVisible()
  expect(await draftsOnPhone(page)).toHaveLength(0)
  await signIn(page, other)
  await page.goto(originOf() + form('hot-och-vald'))
  await expect(description(page)).toHaveValue('')
  await expect(remove(page)).toHaveCount(0)
})

test('a photo that could not be sent says so, and is sent again', async ({ openAs }, info) => {
  const page = await openAs(driverOf(info), { path: form('trafikinformation') })
  await page.route('**/api/incident/uploadimage', (route) => route.abort())
  await photos(page).setInputFiles(pictures)
  await expect(page.getByText(/^2 bilder kunde inte skickas\./)).toBeVisible()
  await fillTraffic(page, 'Trasig bänk.')
  await remove(page).first().click()
  await page.unroute('**/api/incident/uploadimage')
  await page.getByRole('button', { name: 'Försök igen' }).click()
  await sent(page, 1)
  await save(page).click()
  await expect(receipt(page)).toBeVisible()
})

test('a photo is shrunk on the phone; other files and an eleventh photo are left out', async ({ openAs }, info) => {
  const page = await openAs(driverOf(info), { path: form('trafikinformation') })
  await photos(page).setInputFiles(picture('stor.png', [10, 20, 30], [4000, 3000]))
  await sent(page, 1)
  await expect(page.getByRole('img', { name: 'Bild 1' })).toHaveJSProperty('naturalWidth', 2000)
  await photos(page).setInputFiles({ name: 'avtal.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') })
  await expect(page.getByText('avtal.pdf är ingen bild. Välj JPEG, PNG eller WebP.')).toBeVisible()
  await page.getByRole('button', { name: 'Ta bort bild 2' }).click()
  await photos(page).setInputFiles(Array.from({ length: 11 }, (_, at) => picture(`${at}.png`, [at, 0, 0], [40, 30])))
  await expect(page.getByText('Högst tio bilder får plats. 2 bilder togs inte med.')).toBeVisible()
  await sent(page, 10)
  await expect(photos(page)).toHaveCount(0)
})

test('a phone that can provide a JPEG does; an unreadable HEIC is refused with a message', async ({ openAs }, info) => {
  const page = await openAs(driverOf(info), { path: form('trafikinformation') })
  // Safari converts types that are not in the list to the first one in it.
  await expect(photos(page)).toHaveAttribute('accept', 'image/jpeg,image/png,image/webp')
  const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic'), Buffer.alloc(400)])
  await photos(page).setInputFiles({ name: 'IMG_0001.HEIC', mimeType: 'image/heic', buffer: heic })
  await expect(page.getByText(/^Bilder i formatet HEIC kan inte läsas\. Ta en ny bild/)).toBeVisible()
  await expect(page.getByText('Tas inte emot', { exact: true })).toBeVisible()
  await fillTraffic(page, 'Bänken är borta.')
  await save(page).click()
  await expect(page.getByRole('alert').filter({ hasText: box })).toContainText('ta bort dem som inte går att skicka')
  await page.getByRole('button', { name: 'Ta bort bild 1' }).click()
  await save(page).click()
  await expect(receipt(page)).toBeVisible()
})
