// Several cases changed together: which are chosen, which states they may have, and how the result is shown.
import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { OfficeScreenContext } from '#platform/web/office/area.ts'
import { WithProfile } from '#platform/web/calls/WithProfile.tsx'
import { profileKey } from '#platform/web/calls/profile.ts'
import { queryClient } from '#platform/web/calls/query-client.ts'
import { signInText } from '#platform/web/page/test-variant.ts'
import { announceUser, userKey } from '#platform/web/who/stored-user.ts'
import { caseCalls } from '../calls.ts'
import type { CaseRow } from '../contract.ts'
import { changedSinceChosen } from '../failures.ts'
import { caseRow } from './case-fixture.ts'
import Queue from './Queue.tsx'
import { queueScreen } from './queue-screen.ts'

const calls = caseCalls('prov', { see: 'faults.see', handle: 'faults.handle' })
const screenOf = queueScreen({ calls, title: 'Prov', icon: 'wrench' })
const row = (at: number, becomes: readonly string[], changed: Partial<CaseRow> = {}) =>
  caseRow({ number: `F-${at}`, title: `Fel ${at}`, becomes: [...becomes], ...changed })

let rows: CaseRow[]
let all: { cases: Pick<CaseRow, 'number' | 'becomes' | 'version'>[]; more: boolean }
let sent: { cases: Pick<CaseRow, 'number' | 'version'>[]; change: object }[]
let refuses: string[]
let reasonOf: (number: string) => string

const states = [
  { name: 'Bedömd', needsText: false, ends: false, template: 'Vi planerar in {fordon}.' },
  { name: 'Klar', needsText: false, ends: true, template: 'Felet är åtgärdat.' },
  { name: 'Ingen åtgärd', needsText: true, ends: true, template: '' },
]

const heads = ['Nummer', 'Ärende', 'Gäller', 'Status', 'Handläggare', 'Inkom', 'Avslutat', 'Senast']

function answerTo(path: string, body: unknown): unknown {
  if (path.startsWith(calls.list.path)) return { rows, hasMore: true, states: ['Mottagen', 'Bedömd', 'Klar'] }
  if (path.startsWith(calls.choosable.path)) return all
  if (path.startsWith(calls.states.path)) return states
  if (path.startsWith(calls.bulk.path)) {
    const bulk = body as (typeof sent)[number]
    sent.push(bulk)
    return bulk.cases.map(({ number }) => ({ number, why: refuses.includes(number) ? reasonOf(number) : null }))
  }
  if (path.startsWith(calls.cells.path)) {
    const second = path.includes('efter=')
    const cells = (at: number) => [`F-${at}`, 'Fel', `Buss ${200 - at}`, 'Mottagen', '', '2026-11-21 12:00', '', '']
    const numbers = /valda=([^&]*)/.exec(path)?.[1]
    if (numbers !== undefined) {
      const chosen = decodeURIComponent(numbers).split(',')
      return { rows: [heads, ...chosen.map((number) => cells(Number(number.slice(2))))], next: null }
    }
    const from = second ? 61 : 1
    const lines = Array.from({ length: 60 }, (_, at) => cells(from + at))
    return { rows: second ? lines : [heads, ...lines], next: second ? null : 60 }
  }
  return path.startsWith(calls.views.path) ? { views: [], roles: [] } : []
}

/** Holds back the answers of a call. The returned list gets a function for each request, which lets its answer arrive. */
function held(call: { readonly path: string }): (() => void)[] {
  const answers = fetch
  const arrive: (() => void)[] = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (path.startsWith(call.path)) await new Promise<void>((resolve) => arrive.push(resolve))
    return answers(path, init)
  })
  return arrive
}

beforeEach(() => {
  localStorage.setItem(userKey, signInText('roger'))
  announceUser()
  queryClient.clear()
  sent = []
  refuses = []
  reasonOf = () => 'Det går inte.'
  rows = [
    row(1, ['Bedömd', 'Klar', 'Ingen åtgärd']),
    row(2, ['Klar', 'Ingen åtgärd']),
    row(3, [], { ended: true }),
    row(4, ['Bedömd']),
  ]
  all = { cases: rows, more: false }
  vi.stubGlobal('fetch', (path: string, { body }: RequestInit = {}) =>
    Promise.resolve(
      Response.json({
        result: answerTo(path, typeof body === 'string' ? JSON.parse(body) : null),
        timestamp: '2026-11-21T12:00:00',
      }),
    ),
  )
})
afterEach(() => vi.unstubAllGlobals())

async function open(may: readonly string[] = ['faults.see', 'faults.handle']) {
  queryClient.setQueryData(
    profileKey('roger'),
    may.map((value) => ({ type: 'Kontor', value })),
  )
  const screen = await render(
    <QueryClientProvider client={queryClient}>
      <WithProfile>
        <MemoryRouter initialEntries={['/kontor/prov']}>
          <OfficeScreenContext value={screenOf}>
            <Queue />
          </OfficeScreenContext>
        </MemoryRouter>
      </WithProfile>
    </QueryClientProvider>,
  )
  await expect.element(screen.getByRole('link', { name: 'F-1 Fel 1' })).toBeVisible()
  return screen
}

it('offers the states that all chosen may become, with their text, and asks for one where it is needed', async () => {
  const screen = await open()
  await screen.getByLabelText('Välj F-1').click()
  await screen.getByLabelText('Välj F-2').click()
  await screen.getByRole('button', { name: 'Ändra status' }).click()
  const dialog = screen.getByRole('dialog')
  const status = dialog.getByLabelText('Status')
  await expect.element(status).toBeVisible()
  const offered = [...(status.element() as HTMLSelectElement).options].map(({ label }) => label)
  expect(offered.slice(1)).toEqual(['Klar', 'Ingen åtgärd'])
  await status.selectOptions('Klar')
  await expect.element(dialog.getByRole('textbox')).toHaveValue('Felet är åtgärdat.')
  await status.selectOptions('Ingen åtgärd')
  await expect.element(dialog.getByRole('textbox')).toHaveValue('')
  await dialog.getByRole('button', { name: 'Ändra', exact: true }).click()
  await expect.element(dialog.getByText(/^Skriv varför/)).toBeVisible()
  expect(sent).toEqual([])
  await dialog.getByRole('textbox').fill('Hittar inget fel.')
  await dialog.getByRole('button', { name: 'Ändra', exact: true }).click()
  const change = { type: 'state', state: 'Ingen åtgärd', text: 'Hittar inget fel.' }
  await expect.poll(() => sent).toEqual([{ cases: ['F-1', 'F-2'].map((number) => ({ number, version: 3 })), change }])
  await expect.element(screen.getByRole('region', { name: 'Valda ärenden' })).not.toBeInTheDocument()
})

it('an answer stays for the cases that were refused, and when its dialog is closed by mistake', async () => {
  const screen = await open()
  refuses = ['F-2']
  for (const number of ['F-1', 'F-2']) await screen.getByLabelText(`Välj ${number}`).click()
  const begin = async () => {
    await screen.getByRole('button', { name: 'Ändra status' }).click()
    return screen.getByRole('dialog')
  }
  const first = await begin()
  await first.getByLabelText('Status').selectOptions('Ingen åtgärd')
  await first.getByRole('textbox').fill('Hittar inget fel.')
  await userEvent.keyboard('{Escape}')
  await expect.element(first).not.toBeInTheDocument()
  const second = await begin()
  await expect.element(second.getByRole('textbox')).toHaveValue('Hittar inget fel.')
  await second.getByRole('button', { name: 'Ändra', exact: true }).click()
  await expect.element(screen.getByText('1 valt')).toBeInTheDocument()
  const third = await begin()
  await expect.element(third.getByLabelText('Status')).toHaveValue('Ingen åtgärd')
  await expect.element(third.getByRole('textbox')).toHaveValue('Hittar inget fel.')
  refuses = []
  await third.getByRole('button', { name: 'Ändra', exact: true }).click()
  await expect.poll(() => sent).toHaveLength(2)
  await expect.element(screen.getByRole('region', { name: 'Valda ärenden' })).not.toBeInTheDocument()
  await screen.getByLabelText('Välj F-1').click()
  await expect.element((await begin()).getByRole('textbox')).toHaveValue('')
})

it('an answer that is written while another one is being sent stays', async () => {
  const screen = await open()
  const arrive = held(calls.bulk)
  const begin = async (number: string) => {
    await screen.getByLabelText(`Välj ${number}`).click()
    await screen.getByRole('button', { name: 'Ändra status' }).click()
    await screen.getByRole('dialog').getByLabelText('Status').selectOptions('Ingen åtgärd')
    return screen.getByRole('dialog')
  }
  const first = await begin('F-1')
  await first.getByRole('textbox').fill('Hittar inget fel.')
  await first.getByRole('button', { name: 'Ändra', exact: true }).click()
  await expect.poll(() => arrive).toHaveLength(1)
  await userEvent.keyboard('{Escape}')
  await expect.element(first).not.toBeInTheDocument()
  const second = await begin('F-2')
  await second.getByRole('textbox').fill('Bussen är såld.')
  arrive[0]!()
  await expect.poll(() => sent).toHaveLength(1)
  await expect.element(screen.getByText('1 valt')).toBeInTheDocument()
  await expect.element(second.getByRole('textbox')).toHaveValue('Bussen är såld.')
})

it('what is chosen, or opened, while a change is under way is there afterwards', async () => {
  const screen = await open()
  const arrive = held(calls.bulk)
  await screen.getByLabelText('Välj F-1').click()
  await screen.getByRole('button', { name: 'Ta ärendet' }).click()
  await expect.poll(() => arrive).toHaveLength(1)
  await screen.getByLabelText('Välj F-2').click()
  await screen.getByRole('button', { name: 'Tilldela' }).click()
  await expect.element(screen.getByRole('dialog')).toBeVisible()
  arrive[0]!()
  await expect.poll(() => sent).toHaveLength(1)
  await expect.element(screen.getByText('1 valt')).toBeInTheDocument()
  await expect.element(screen.getByLabelText('Välj F-2')).toBeChecked()
  await expect.element(screen.getByLabelText('Välj F-1')).not.toBeChecked()
  await expect.element(screen.getByRole('dialog')).toBeVisible()
})

it('nothing of the list before can be chosen until the one that was asked for has come', async () => {
  const screen = await open()
  const arrive = held(calls.list)
  rows = [row(5, ['Klar'])]
  await screen.getByLabelText('Visa status').selectOptions('Bedömd')
  await expect.poll(() => arrive).toHaveLength(1)
  await expect.element(screen.getByLabelText('Välj F-1')).toBeDisabled()
  // Nor by keyboard.
  screen.getByRole('link', { name: 'F-1 Fel 1' }).element().focus()
  await userEvent.keyboard('x')
  arrive[0]!()
  await expect.element(screen.getByLabelText('Välj F-5')).toBeEnabled()
  await expect.element(screen.getByText('1 valt')).not.toBeInTheDocument()
})

it('a change that fails while a case is open on a phone is told once the list is there again', async () => {
  const screen = await open()
  const answers = fetch
  const fail: (() => void)[] = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    // The case never finishes loading.
    if (path.startsWith(calls.one.path)) return new Promise(() => {})
    if (!path.startsWith(calls.bulk.path)) return answers(path, init)
    await new Promise<void>((resolve) => fail.push(resolve))
    return Response.json({ errors: { error: ['Det gick inte.'] } }, { status: 500 })
  })
  await screen.getByLabelText('Välj F-1').click()
  await screen.getByRole('button', { name: 'Ta ärendet' }).click()
  await expect.poll(() => fail).toHaveLength(1)
  await screen.getByRole('link', { name: 'F-2 Fel 2' }).click()
  await expect.element(screen.getByRole('list', { name: 'Prov' })).not.toBeInTheDocument()
  fail[0]!()
  await screen.getByRole('link', { name: 'Prov' }).click()
  await expect.element(screen.getByRole('region', { name: 'Valda ärenden' }).getByRole('alert')).toBeVisible()
  await expect.element(screen.getByLabelText('Välj F-1')).toBeChecked()
})

it('a dialog goes when the window becomes so narrow that only the case is shown', async () => {
  const { innerWidth, innerHeight } = window
  await page.viewport(1280, 800)
  const screen = await open()
  const answers = fetch
  vi.stubGlobal('fetch', (path: string, init: RequestInit) =>
    path.startsWith(calls.one.path) ? new Promise(() => {}) : answers(path, init),
  )
  await screen.getByRole('link', { name: 'F-2 Fel 2' }).click()
  await screen.getByLabelText('Välj F-1').click()
  await screen.getByRole('button', { name: 'Tilldela' }).click()
  await expect.element(screen.getByRole('dialog')).toBeVisible()
  await page.viewport(820, 1180)
  // Although out of sight, an open dialog would keep everything else from being tapped.
  await expect.poll(() => document.querySelectorAll('dialog[open]').length).toBe(0)
  await expect.element(screen.getByRole('button', { name: 'Stäng ärendet' })).toBeVisible()
  await page.viewport(innerWidth, innerHeight)
})

it('is chosen at once by the box of the whole list, and no longer by a second tap before the answer', async () => {
  const screen = await open()
  const arrive = held(calls.choosable)
  await screen.getByLabelText('Välj F-1').click()
  const box = screen.getByRole('checkbox', { name: /^Välj alla/ })
  await box.click()
  await expect.element(box).toBeChecked()
  await expect.poll(() => arrive).toHaveLength(1)
  await box.click()
  await expect.element(screen.getByLabelText('Välj F-1')).not.toBeChecked()
  arrive[0]!()
  await screen.getByLabelText('Välj F-1').click()
  await expect.element(box).not.toBeChecked()
  // By the time of the third tap's request, the answer of the first tap would have been applied.
  await box.click()
  await expect.poll(() => arrive).toHaveLength(2)
  await expect.element(screen.getByLabelText('Välj F-2')).not.toBeChecked()
  arrive[1]!()
  await expect.element(screen.getByLabelText('Välj F-2')).toBeChecked()
})

it('the whole list is chosen although a change of some of it is answered meanwhile', async () => {
  const screen = await open()
  const changes = held(calls.bulk)
  const lists = held(calls.choosable)
  await screen.getByLabelText('Välj F-1').click()
  await screen.getByRole('button', { name: 'Ta ärendet' }).click()
  await screen.getByRole('checkbox', { name: /^Välj alla/ }).click()
  await expect.poll(() => [changes.length, lists.length]).toEqual([1, 1])
  changes[0]!()
  await expect.element(screen.getByLabelText('Välj F-1')).not.toBeChecked()
  lists[0]!()
  await expect.element(screen.getByLabelText('Välj F-2')).toBeChecked()
})

it('a late answer of one list leaves alone what has been chosen in another', async () => {
  const screen = await open()
  const arrive = held(calls.choosable)
  await userEvent.keyboard('X')
  await expect.poll(() => arrive).toHaveLength(1)
  await screen.getByLabelText('Visa status').selectOptions('Bedömd')
  await screen.getByLabelText('Välj F-1').click()
  await expect.element(screen.getByText('1 valt')).toBeVisible()
  arrive[0]!()
  // When another page of the list has loaded, the late answer would have been applied.
  await screen.getByRole('button', { name: 'Nästa' }).click()
  await expect.element(screen.getByRole('button', { name: 'Föregående' })).not.toHaveAttribute('aria-disabled')
  await expect.element(screen.getByText('1 valt')).toBeVisible()
  await expect.element(screen.getByLabelText('Välj F-1')).toBeChecked()
})

it('nothing is chosen by the answer for the whole list once what is chosen has been cleared', async () => {
  const screen = await open()
  const arrive = held(calls.choosable)
  await screen.getByLabelText('Välj F-1').click()
  await screen.getByRole('checkbox', { name: /^Välj alla/ }).click()
  await expect.poll(() => arrive).toHaveLength(1)
  await screen.getByRole('button', { name: 'Avmarkera' }).click()
  arrive[0]!()
  await screen.getByLabelText('Välj F-2').click()
  await expect.element(screen.getByText('1 valt')).toBeVisible()
  await expect.element(screen.getByLabelText('Välj F-2')).toBeChecked()
})

it('a change that fails or is refused says so although nothing is chosen any longer', async () => {
  const screen = await open()
  const answers = fetch
  let fails = true
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) =>
    fails && path.startsWith(calls.bulk.path) ? Response.json({}, { status: 500 }) : answers(path, init),
  )
  const arrive = held(calls.bulk)
  const take = async (times: number) => {
    await screen.getByLabelText('Välj F-1').click()
    await screen.getByRole('button', { name: 'Ta ärendet' }).click()
    await expect.poll(() => arrive).toHaveLength(times)
    await screen.getByRole('button', { name: 'Avmarkera' }).click()
    arrive.at(-1)!()
  }
  await take(1)
  await expect.element(screen.getByRole('alert')).toBeVisible()
  fails = false
  refuses = ['F-1']
  await take(2)
  await expect.element(screen.getByText('F-1: Det går inte.')).toBeVisible()
  await expect.element(screen.getByLabelText('Välj F-1')).not.toBeChecked()
})

it('which cases were refused is said in the list that is shown by then, and only they stay chosen in the former one', async () => {
  const screen = await open()
  refuses = ['F-2']
  const arrive = held(calls.bulk)
  for (const number of ['F-1', 'F-2']) await screen.getByLabelText(`Välj ${number}`).click()
  await screen.getByRole('button', { name: 'Ta ärendena' }).click()
  await expect.poll(() => arrive).toHaveLength(1)
  await screen.getByLabelText('Visa status').selectOptions('Bedömd')
  await expect.element(screen.getByText('2 valda')).not.toBeInTheDocument()
  arrive[0]!()
  await expect.element(screen.getByText('1 ändrade, 1 inte')).toBeVisible()
  await expect.element(screen.getByText('F-2: Det går inte.')).toBeVisible()
  await screen.getByLabelText('Visa status').selectOptions('')
  await expect.element(screen.getByText('1 valt')).toBeVisible()
  await expect.element(screen.getByLabelText('Välj F-2')).toBeChecked()
  await expect.element(screen.getByText('F-2: Det går inte.')).toBeVisible()
  await screen.getByRole('button', { name: 'Stäng meddelandet' }).click()
  await expect.element(screen.getByText('F-2: Det går inte.')).not.toBeInTheDocument()
})

it('what was written for the cases of one list is not offered for those of another', async () => {
  const screen = await open()
  const arrive = held(calls.bulk)
  const begin = async () => {
    await screen.getByLabelText('Välj F-2').click()
    await screen.getByRole('button', { name: 'Ändra status' }).click()
    return screen.getByRole('dialog')
  }
  const first = await begin()
  await first.getByLabelText('Status').selectOptions('Ingen åtgärd')
  await first.getByRole('textbox').fill('Hittar inget fel.')
  await first.getByRole('button', { name: 'Ändra', exact: true }).click()
  await expect.poll(() => arrive).toHaveLength(1)
  await userEvent.keyboard('{Escape}')
  await screen.getByLabelText('Visa status').selectOptions('Bedömd')
  await expect.element((await begin()).getByRole('textbox')).toHaveValue('')
  arrive[0]!()
})

it('a failure that has been shown goes with its list', async () => {
  const screen = await open()
  const answers = fetch
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) =>
    path.startsWith(calls.bulk.path) ? Response.json({}, { status: 500 }) : answers(path, init),
  )
  await screen.getByLabelText('Välj F-1').click()
  await screen.getByRole('button', { name: 'Ta ärendet' }).click()
  await expect.element(screen.getByRole('alert')).toBeVisible()
  await screen.getByLabelText('Visa status').selectOptions('Bedömd')
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument()
})

it('a reason that begins with the case does not have it twice', async () => {
  refuses = ['F-1']
  reasonOf = (number) => `${number} är redan avslutat: Klar.`
  const screen = await open()
  await screen.getByLabelText('Välj F-1').click()
  await screen.getByRole('button', { name: 'Ta ärendet' }).click()
  await expect.element(screen.getByText('F-1 är redan avslutat: Klar.', { exact: true })).toBeVisible()
})

it('what has ended meanwhile is chosen no longer, since nobody could take its choice back', async () => {
  const screen = await open()
  await screen.getByLabelText('Välj F-1').click()
  await screen.getByLabelText('Välj F-2').click()
  await expect.element(screen.getByText('2 valda')).toBeVisible()
  rows = rows.map((each) => (each.number === 'F-1' ? { ...each, becomes: [], ended: true } : each))
  await queryClient.invalidateQueries({ queryKey: [calls.list.path] })
  await expect.element(screen.getByText('1 valt')).toBeVisible()
  await screen.getByRole('button', { name: 'Ta ärendet' }).click()
  await expect.poll(() => sent[0]?.cases.map(({ number }) => number)).toEqual(['F-2'])
})

it('sends the version in which a case was chosen, and the one in the list once it has been refused for a change', async () => {
  const versions = () => sent.map(({ cases }) => cases.map(({ version }) => version))
  const screen = await open()
  await screen.getByLabelText('Välj F-1').click()
  rows = rows.map((each) => ({ ...each, version: 5 }))
  await queryClient.invalidateQueries({ queryKey: [calls.list.path] })
  refuses = ['F-1']
  reasonOf = () => changedSinceChosen
  await screen.getByRole('button', { name: 'Ta ärendet' }).click()
  await expect.element(screen.getByText('F-1: Ärendet har ändrats sedan du valde det.')).toBeVisible()
  expect(versions()).toEqual([[3]])
  await screen.getByRole('button', { name: 'Ta ärendet' }).click()
  await expect.poll(versions).toEqual([[3], [5]])
})

it('says that what is chosen has no state in common', async () => {
  const screen = await open()
  await screen.getByLabelText('Välj F-2').click()
  await screen.getByLabelText('Välj F-4').click()
  await screen.getByRole('button', { name: 'Ändra status' }).click()
  await expect.element(screen.getByText(/^Det finns ingen status som alla/)).toBeVisible()
})

it('lets nobody choose what he or she may only see, or what has ended', async () => {
  const screen = await open()
  expect(screen.getByRole('checkbox').elements()).toHaveLength(3)
  await screen.unmount()
  rows = rows.map((each) => ({ ...each, becomes: [] }))
  queryClient.clear()
  const other = await open(['faults.see'])
  expect(other.getByRole('checkbox').elements()).toHaveLength(0)
  await expect.element(other.getByRole('checkbox', { name: /^Välj alla/ })).not.toBeInTheDocument()
  await userEvent.keyboard('x')
  await expect.element(other.getByRole('region', { name: 'Valda ärenden' })).not.toBeInTheDocument()
})

it('chooses beyond the page, by the keyboard too, and says when the list has more', async () => {
  all = { cases: Array.from({ length: 500 }, (_, at) => row(at + 101, ['Klar'])), more: true }
  const screen = await open()
  await userEvent.keyboard('X')
  const bar = screen.getByRole('region', { name: 'Valda ärenden' })
  await expect.element(bar.getByText('500 valda, listan har fler')).toBeVisible()
  refuses = ['F-107']
  await bar.getByRole('button', { name: 'Ta ärendena' }).click()
  await expect.poll(() => sent[0]?.cases.length).toBe(500)
  await expect.element(bar.getByText('499 ändrade, 1 inte')).toBeVisible()
  // Refused cases stay chosen.
  await expect.element(bar.getByText('1 valt')).toBeVisible()
})

it('forgets what is chosen with the list that it was chosen in', async () => {
  const screen = await open()
  await screen.getByLabelText('Välj F-1').click()
  await expect.element(screen.getByText('1 valt')).toBeVisible()
  await screen.getByLabelText('Visa status').selectOptions('Bedömd')
  await expect.element(screen.getByText('1 valt')).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Nästa' }).click()
  await screen.getByLabelText('Välj F-1').click()
  await screen.getByRole('button', { name: 'Föregående' }).click()
  await expect.element(screen.getByText('1 valt')).toBeVisible()
})

it('prints all of a view, in the order of the buses, or only what is chosen', async () => {
  const printed: string[][] = []
  vi.stubGlobal('print', () =>
    printed.push([...document.querySelectorAll('[aria-label=Arbetslista] tbody tr')].map((line) => line.textContent)),
  )
  const screen = await open()
  await screen.getByRole('button', { name: 'Arbetslista' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Arbetslista' })
  await dialog.getByLabelText('Ordning').selectOptions('Efter fordon eller plats')
  await dialog.getByRole('button', { name: 'Skriv ut' }).click()
  await expect.poll(() => printed[0]?.length).toBe(120)
  expect(printed[0]?.[0]).toContain('F-120FelBuss 80')
  await expect.element(dialog).not.toBeInTheDocument()
  await screen.getByLabelText('Välj F-2').click()
  await screen.getByRole('button', { name: 'Arbetslista' }).click()
  await dialog.getByRole('button', { name: 'Skriv ut' }).click()
  await expect.poll(() => printed[1]?.length).toBe(1)
  expect(printed[1]?.[0]).toContain('F-2Fel')
})

it('the button that turns the page keeps the focus at the first page', async () => {
  const screen = await open()
  const back = screen.getByRole('button', { name: 'Föregående' })
  await screen.getByRole('button', { name: 'Nästa' }).click()
  await expect.element(back).not.toHaveAttribute('aria-disabled')
  await back.click()
  await expect.element(back).toHaveAttribute('aria-disabled', 'true')
  await expect.element(back).toHaveFocus()
})

it('a button that disappears with what was chosen leaves the focus to the heading', async () => {
  const screen = await open()
  await screen.getByLabelText('Välj F-1').click()
  await screen.getByRole('button', { name: 'Ta ärendet' }).click()
  await expect.element(screen.getByRole('heading', { level: 1 })).toHaveFocus()
})
