// The office's dialogs: which employee opens each of them, where and how. office-dialogs.spec.ts tests them, and `npm run pictures`
// makes a picture of each.
import type { Locator, Page } from '@playwright/test'
import { allLoaded } from './all-loaded.ts'
import { type OfficePage, openOfficePage } from './office-screens.ts'

export interface OfficeDialog extends OfficePage {
  readonly button: string | RegExp
  /** Makes the button available. */
  readonly before?: (page: Page) => Promise<void>
  /** The button is in the case's 'Mer' menu. The menu's button has the focus again afterwards. */
  readonly more?: true
  /** The dialog is opened by this key instead of Enter, with the focus on the button. */
  readonly key?: string
}

const employee = '/kontor/anstallda?anstid=31158'
const chooseFirst = (page: Page) =>
  page
    .getByRole('checkbox', { name: /^Välj F-/ })
    .first()
    .check()

/** Saves the list of cases with a status as a view, unless the journey at the other width has saved it already. */
async function withSavedView(page: Page): Promise<void> {
  await page.getByLabel('Visa status').selectOption('Mottagen')
  const keep = page.getByRole('button', { name: /vyn/ })
  await keep.waitFor()
  await allLoaded(page)
  if ((await keep.textContent())?.startsWith('Ändra')) return
  await keep.click()
  await page.getByLabel('Namn').fill('Nyinkomna')
  await page.getByLabel('Namn').press('Enter')
  await page.getByRole('button', { name: 'Ändra vyn' }).waitFor()
}

/** Opens the first case of the list for which `is` returns true. */
async function openFirst(page: Page, is: (page: Page) => Promise<boolean>): Promise<void> {
  const rows = page.locator('[data-row]')
  await rows.first().waitFor()
  const addresses = await rows.evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href))
  for (const address of addresses) {
    await page.goto(address)
    await page.getByText('Anmäld av', { exact: true }).waitFor()
    if (await is(page)) return
  }
}

const openHidden = (page: Page) =>
  openFirst(page, (opened) => opened.getByText('Dold anmälare', { exact: true }).first().isVisible())

/** Opens a case that can be merged: its vehicle has another open case. */
const openOneOfSeveral = (page: Page) =>
  openFirst(page, async (opened) => {
    const onVehicle = opened.getByRole('definition').filter({ hasText: /^\d+$/ })
    return Number(await onVehicle.first().textContent()) > 1
  })

export const officeDialogs: readonly OfficeDialog[] = [
  { who: 'roger', path: '/kontor', button: 'Sök ärenden', key: '?' },
  { who: 'roger', path: '/kontor', button: 'Sök ärenden' },
  { who: 'roger', path: '/kontor/fel', opens: 'first', button: 'Tilldela' },
  { who: 'roger', path: '/kontor/fel', opens: 'first', button: 'Dölj text', more: true },
  { who: 'roger', path: '/kontor/fel', opens: 'first', button: 'Spara PDF', more: true },
  { who: 'roger', path: '/kontor/fel', opens: 'first', button: 'Får ej köras' },
  { who: 'roger', path: '/kontor/fel', button: 'Arbetslista' },
  { who: 'roger', path: '/kontor/fel', button: 'Slå ihop', before: openOneOfSeveral, more: true },
  { who: 'roger', path: '/kontor/fel', button: 'Ändra status', before: chooseFirst },
  { who: 'roger', path: '/kontor/fel', button: 'Tilldela', before: chooseFirst },
  {
    who: 'roger',
    path: '/kontor/fel',
    button: 'Spara vyn som …',
    before: async (page) => void (await page.getByLabel('Visa status').selectOption('Bedömd')),
  },
  { who: 'samir', path: '/kontor/fel', button: 'Ändra vyn', before: withSavedView },
  { who: 'sirpa', path: '/kontor/avvikelser', button: 'Visa vem som anmält', before: openHidden },
  { who: 'eva', path: '/kontor/avvikelser?vy=markta', opens: 'first', button: /^Fyll i/ },
  { who: 'eva', path: employee, button: 'Ändra område' },
  { who: 'jenny', path: employee, button: 'Avsluta anställningen' },
  { who: 'jenny', path: '/kontor/roller', button: 'Ge en roll' },
  { who: 'jenny', path: '/kontor/roller', button: 'Nödåtkomst' },
  { who: 'jenny', path: '/kontor/roller', button: /^Avsluta (?!nödåtkomsten)/ },
  { who: 'jenny', path: '/kontor/rollregler', button: 'Lägg till en regel' },
  { who: 'ulrika', path: '/kontor/minaroller', button: /^Utse en ersättare/ },
  { who: 'david', path: '/kontor/logg', button: 'Öppna kalendern' },
]

/** Opens the dialog by keyboard alone. Returns the element that should have the focus again after the dialog is closed. */
export async function openOfficeDialog(page: Page, opened: OfficeDialog): Promise<Locator> {
  await openOfficePage(page, opened)
  await opened.before?.(page)
  const button = page.getByRole('button', { name: opened.button }).first()
  const more = page.getByRole('button', { name: 'Mer', exact: true })
  if (opened.more) {
    await more.focus()
    await page.keyboard.press('Enter')
  }
  await button.focus()
  await page.keyboard.press(opened.key ?? 'Enter')
  await page.getByRole('dialog').waitFor()
  return opened.more ? more : button
}
