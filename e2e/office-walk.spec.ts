// The walk of docs/office.md, step by step. Each step here has the words of a step in the document, in the same order.
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, test } from './sign-in.ts'

test.describe.configure({ timeout: 180_000 })

interface Walk {
  anna: Page
  roger: Page
  cecilia: Page
  sirpa: Page
  /** The number of the fault report. */
  fault: string
  threat: string
}

/** The numbered steps of the document's first four sections, without line breaks. */
async function stepsOfDocument(): Promise<string[]> {
  const document = await readFile(new URL('../docs/office.md', import.meta.url), 'utf8')
  const walk = document.slice(document.indexOf('## 1. '), document.indexOf('## The other queues'))
  return [...walk.matchAll(/^\d\. ((?:.+\n?(?! *\n|\d\. |## ))*.*)/gm)].map(([, step = '']) =>
    step.replaceAll(/\s+/g, ' ').trim(),
  )
}

const ending = 'Vi har polisanmält och ringer dig i dag.'
const queue = (page: Page, name: string) => page.getByRole('list', { name, exact: true })
const openQueue = (page: Page, name: string) =>
  page.getByRole('main').getByRole('heading', { name }).getByRole('link').click()
async function open(page: Page, number: string): Promise<void> {
  await page.getByRole('searchbox').fill(number)
  await page.getByRole('searchbox').press('Enter')
  await page
    .getByRole('link', { name: new RegExp(number) })
    .first()
    .click()
}
const paneOf = (page: Page, number: string) => page.getByRole('region', { name: new RegExp(number) })
const news = (page: Page) => page.getByRole('region', { name: 'Nytt sedan sist', exact: true })

const steps: readonly (readonly [step: string, (walk: Walk) => Promise<void>])[] = [
  [
    '_Felrapportering_ in the menu, or _Rapportera_ at the bottom of a phone.',
    async ({ anna }) => {
      const report = anna.getByRole('button', { name: 'Rapportera' })
      await expect(report.or(anna.getByRole('link', { name: 'Felrapportering' })).first()).toBeVisible()
      if (await report.isVisible()) {
        await report.click()
        await anna.getByRole('dialog').getByRole('link', { name: 'Felrapport', exact: false }).first().click()
      } else await anna.getByRole('link', { name: 'Felrapportering' }).first().click()
      await expect(anna).toHaveURL(/fordonskontroll/)
    },
  ],
  [
    'Choose a bus, a category and write what is wrong. _Skicka_, or _Skicka ändå_ where the same is reported already.',
    async ({ anna }) => {
      await anna.getByRole('combobox', { name: 'Fordon' }).fill('Buss 2114')
      await anna.getByLabel('Kategori').selectOption('Dörrar')
      await anna.getByLabel('Felrapport', { exact: true }).fill('Dörr 2 stänger inte helt.')
      await anna.getByRole('button', { name: /^Skicka/ }).click()
    },
  ],
  [
    'The receipt has a number, such as F-1145, and below it the report is _Mottagen_ under _Mina felrapporter_.',
    async (walk) => {
      const receipt = walk.anna.getByRole('status').filter({ hasText: /är sparad\..*F-\d{4}/ })
      walk.fault = /F-\d{4}/.exec((await receipt.textContent()) ?? '')?.[0] ?? ''
      const own = walk.anna.getByRole('row').or(walk.anna.getByRole('listitem')).filter({ hasText: walk.fault })
      await expect(own.first()).toContainText('Mottagen')
    },
  ],
  [
    '_Kontoret_ shows what waits. Open _Felanmälningar_: what is due first is on top. Each line has its number, the bus, the time left and who has it.',
    async ({ roger }) => {
      await roger.goto('/kontor')
      await openQueue(roger, 'Felanmälningar')
      await expect(roger.getByRole('list', { name: 'Felanmälningar' }).getByRole('listitem').first()).toContainText(
        /F-\d/,
      )
    },
  ],
  [
    "Open Anna's fault, or search for its number. Left is the list, right the case: what she wrote, facts about the bus, its other faults, and what has happened.",
    async ({ roger, fault }) => {
      await open(roger, fault)
      await expect(paneOf(roger, fault)).toContainText('Dörr 2 stänger inte helt.')
      await expect(paneOf(roger, fault).getByRole('list', { name: 'Händelser' })).toContainText('Ärendet kom in')
    },
  ],
  [
    '_Ta ärendet_ makes it his; it is also his once he has answered.',
    async ({ roger, fault }) => {
      await paneOf(roger, fault).getByRole('button', { name: 'Ta ärendet' }).click()
      await expect(paneOf(roger, fault).getByText('Handläggare: Roger Granström')).toBeVisible()
    },
  ],
  [
    'Write a question, tick _Fråga_ and send it. The clock now stops until Anna has answered. On her home the question is under _Nytt sedan sist_; she answers it in her report, and the answer marks the case with a dot.',
    async ({ roger, anna, fault }) => {
      const pane = paneOf(roger, fault)
      await pane.getByRole('textbox').fill('Är det samma dörr som i går?')
      await pane.getByLabel('Fråga: klockan stannar tills svaret kommer').check()
      await pane.getByRole('button', { name: 'Skicka svar' }).click()
      await expect(pane).toBeHidden()
      await anna.goto('/dashboard/start')
      await news(anna)
        .getByRole('link', { name: `Felrapport ${fault}: Verkstaden har en fråga` })
        .click()
      await anna.getByLabel('Svara verkstaden').fill('Ja, samma dörr.')
      await anna.getByRole('button', { name: 'Skicka svar' }).click()
      await expect(anna.getByRole('list', { name: 'Händelser' })).toContainText('Ja, samma dörr.')
      await roger.goto(`/kontor/fel?sok=${fault}`)
      await expect(queue(roger, 'Felanmälningar').getByRole('listitem')).toContainText('Nytt svar')
    },
  ],
  [
    'Click in the answer and choose a status. The text that belongs to it can be edited before it is sent. _Intern anteckning_ is another tab in another colour: only the office reads it.',
    async ({ roger, fault }) => {
      await open(roger, fault)
      const pane = paneOf(roger, fault)
      await expect(pane.getByRole('tab', { name: 'Intern anteckning' })).toBeVisible()
      await pane.getByRole('textbox', { name: /^Svar till/ }).click()
      await pane.getByLabel('Status').selectOption('Åtgärdas')
      await pane.getByRole('textbox').fill('Vi justerar dörren i kväll.')
      await pane.getByRole('button', { name: 'Skicka, sätt Åtgärdas' }).click()
      await expect(pane).toBeHidden()
    },
  ],
  [
    '_Får ej köras_ asks why, and takes the bus off the road: it is shown to drivers who open that bus in _Felrapportering_, and in the view of that name, which traffic control (`cecilia`) has too.',
    async ({ roger, cecilia, fault }) => {
      await open(roger, fault)
      await paneOf(roger, fault).getByRole('button', { name: 'Får ej köras' }).click()
      const why = roger.getByRole('dialog', { name: `${fault}: Får ej köras` })
      await why.getByRole('textbox').fill('Dörren kan öppna sig under färd.')
      await why.getByRole('button', { name: 'Får ej köras' }).click()
      await expect(why).toBeHidden()
      await cecilia.goto('/kontor/fel?vy=markta')
      await expect(queue(cecilia, 'Felanmälningar').getByRole('listitem').filter({ hasText: fault })).toBeVisible()
    },
  ],
  [
    "Reload Anna's home. _Nytt sedan sist_ has the report with its new status; opened, it has the workshop's words below its steps.",
    async ({ anna, fault }) => {
      await anna.goto('/dashboard/start')
      await news(anna)
        .getByRole('link', { name: `Felrapport ${fault}: Åtgärdas` })
        .click()
      await expect(anna.getByText('Vi justerar dörren i kväll.').first()).toBeVisible()
    },
  ],
  [
    'As Anna: _Rapportera_ (_Ny avvikelse_ in the menu of a wide screen), _Hot och Våld_. Choose the bus, say where it was and what happened, _Spara_. The receipt has a number, such as A-1080.',
    async (walk) => {
      const { anna } = walk
      await anna.goto('/dashboard/start')
      const report = anna.getByRole('button', { name: 'Rapportera' })
      await expect(report.or(anna.getByRole('link', { name: 'Ny avvikelse' })).first()).toBeVisible()
      if (await report.isVisible()) await report.click()
      else await anna.getByRole('link', { name: 'Ny avvikelse' }).first().click()
      await anna
        .getByText(/^Hot och våld$/i)
        .first()
        .click()
      await anna.getByRole('combobox', { name: 'Fordon' }).fill('Buss 2114')
      await anna.getByLabel('Plats').fill('Umeå busstation')
      await anna.getByLabel('Händelsebeskrivning').fill('En man hotade mig när jag bad om biljett.')
      await anna.getByRole('button', { name: 'Spara' }).click()
      const receipt = anna.getByText(/A-\d+/).first()
      walk.threat = /A-\d+/.exec((await receipt.textContent()) ?? '')?.[0] ?? ''
    },
  ],
  [
    'As Cecilia: _Kontoret_, _Avvikelser_ has it, marked _Allvarlig händelse_, with a clock. `monica`, who is the manager of the whole area, does not have it: only whom the case names, HR (`eva`) and the skyddsombud of the area (`sirpa`) do.',
    async ({ cecilia, sirpa, threat }) => {
      await cecilia.goto('/kontor')
      await openQueue(cecilia, 'Avvikelser')
      await open(cecilia, threat)
      await expect(paneOf(cecilia, threat)).toContainText('Allvarlig händelse')
      await sirpa.goto(`/kontor/avvikelser?visa=${threat}`)
      await expect(paneOf(sirpa, threat)).toContainText('Dold anmälare')
    },
  ],
  [
    'The box below begins with _Intern anteckning_. Try to end the case: _Svar till Anna_, the status _Avslutad_, a text, _Skicka, sätt Avslutad_. It says what has to be written first, and the text stays.',
    async ({ cecilia, threat }) => {
      const pane = paneOf(cecilia, threat)
      await expect(pane.getByRole('tab', { name: 'Intern anteckning' })).toHaveAttribute('aria-selected', 'true')
      await pane.getByRole('tab', { name: 'Svar till Anna' }).click()
      await pane.getByRole('tabpanel').getByLabel('Status').selectOption('Avslutad')
      await pane.getByRole('textbox', { name: 'Svar till Anna' }).fill(ending)
      await pane.getByRole('button', { name: 'Skicka, sätt Avslutad' }).click()
      await expect(cecilia.getByRole('alert').filter({ hasText: 'under Arbetsmiljöverket' })).toBeVisible()
      await expect(pane.getByRole('textbox', { name: 'Svar till Anna' })).toHaveValue(ending)
    },
  ],
  [
    "_Fyll i_ at _Arbetsmiljöverket_: reported, with the receipt's number, the day and by whom, or not reported, with why. Below are _Arbetsskada_, _Utredning_ and _Åtgärder_, each with a person, a date and a check.",
    async ({ cecilia, threat }) => {
      for (const title of ['Arbetsskada', 'Utredning', 'Åtgärder'])
        await expect(paneOf(cecilia, threat).getByRole('heading', { name: title })).toBeVisible()
      await cecilia.getByRole('button', { name: 'Fyll i arbetsmiljöverket' }).click()
      const dialog = cecilia.getByRole('dialog', { name: `Arbetsmiljöverket, ${threat}` })
      await dialog.getByLabel('Bedömning').selectOption('Anmäld')
      await dialog.getByLabel('Kvittensnummer').fill('AV-2026-4711')
      await dialog.getByLabel('Anmäld den').fill(new Date().toLocaleDateString('sv-SE'))
      await dialog.getByRole('button', { name: 'Spara' }).click()
      await expect(dialog).toBeHidden()
    },
  ],
  [
    'Send the same text once more: the case ends. It is _Åtgärd_ in her report, and under _Nytt sedan sist_ on her home.',
    async ({ cecilia, anna, threat }) => {
      await expect(paneOf(cecilia, threat).getByRole('textbox', { name: 'Svar till Anna' })).toHaveValue(ending)
      await paneOf(cecilia, threat).getByRole('button', { name: 'Skicka, sätt Avslutad' }).click()
      await expect(paneOf(cecilia, threat)).toBeHidden()
      await anna.goto('/dashboard/start')
      await news(anna)
        .getByRole('link', { name: `Svar på avvikelse ${threat}` })
        .click()
      // The action is beside the list on a wide screen, and in the list's row on a phone.
      const action = anna.getByRole('region', { name: 'Åtgärd' }).or(anna.getByText(`Åtgärd: ${ending}`))
      await expect(action.first()).toContainText(ending)
    },
  ],
]

test('the walk of docs/office.md is literally true @wide', async ({ openAs }) => {
  expect(steps.map(([step]) => step)).toEqual(await stepsOfDocument())
  const walk: Walk = {
    anna: await openAs('anna'),
    roger: await openAs('roger'),
    cecilia: await openAs('cecilia'),
    sirpa: await openAs('sirpa'),
    fault: '',
    threat: '',
  }
  for (const page of [walk.anna, walk.roger, walk.cecilia, walk.sirpa]) page.setDefaultTimeout(60_000)
  for (const [step, walked] of steps) await test.step(step, () => walked(walk))
})
