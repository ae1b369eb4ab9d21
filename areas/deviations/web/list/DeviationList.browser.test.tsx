// The list of deviations with what opens from it, on a phone and beside the menu.
import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { queryClient } from '#platform/web/calls/query-client.ts'
import { signInText } from '#platform/web/page/test-variant.ts'
import { announceUser, userKey } from '#platform/web/who/stored-user.ts'
import { getDeviations } from '../../calls.ts'
import type { Deviation } from '../../contract/list.ts'
import DeviationsScreen from './DeviationsScreen.tsx'

const stop: Deviation = {
  id: 1,
  nummer: 'A-101',
  rubrik: 'Skadat väderskydd',
  bolag: 'Linjen Norr',
  skapadDatum: '2026-11-20T08:15:00',
  incidentDatum: '2026-11-19T07:40:00',
  status: 'Ny',
  skapadAv: 'Anna Berg',
  incidentAnsvarig: 'Per Chef',
  handlaggs: null,
  atgard: '',
  plats: 'Vasaplan',
  bilder: [],
  egen: true,
  olast: false,
  typ: 'Trafikinformation',
  trafikinformation: { hallplatskategori: 'Skadat väderskydd', handelseBeskrivning: 'Rutan är krossad.' },
}

let deviations: readonly Deviation[]

beforeEach(async () => {
  await page.viewport(390, 844)
  localStorage.setItem(userKey, signInText('anna'))
  announceUser()
  queryClient.clear()
  vi.stubGlobal('fetch', (path: string) =>
    Promise.resolve(
      Response.json({
        result: path.startsWith(getDeviations.path) ? deviations : [],
        timestamp: '2026-11-21T12:00:00',
      }),
    ),
  )
})
afterEach(() => vi.unstubAllGlobals())

const open = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <DeviationsScreen />
      </MemoryRouter>
    </QueryClientProvider>,
  )

it.each<[what: string, of: Partial<Deviation>, created: string, responsible: string]>([
  ['an own report', {}, '2026-11-20 08:15', 'Per Chef'],
  ['a report that HR handles', { handlaggs: 'HR' }, '2026-11-20 08:15', 'HR'],
  ['a report without a manager', { incidentAnsvarig: '' }, '2026-11-20 08:15', '–'],
  ['a report of somebody else', { egen: false }, '2026-11-20 08:15 av Anna Berg, Linjen Norr', 'Per Chef'],
])('on a phone the details of %s say when it was made and who is responsible', async (_, of, created, who) => {
  deviations = [{ ...stop, ...of } as Deviation]
  const screen = await open()
  await screen.getByRole('button', { name: 'Detaljer' }).click()
  const details = screen.getByRole('dialog', { name: 'Detaljer' })
  await expect.element(details.getByText('Ansvarig')).toBeVisible()
  const rows = [...details.element().querySelectorAll('dl > div')].map((row) =>
    [...row.children].map(({ textContent }) => textContent),
  )
  expect(rows.slice(0, 4)).toEqual([
    ['Skapad', created],
    ['Avvikelsedatum', '2026-11-19 07:40'],
    ['Ansvarig', who],
    ['Nummer', 'A-101'],
  ])
})

it('is a table that fits beside the menu of a window of 1280 px with a scrollbar', async () => {
  await page.viewport(1280, 800)
  deviations = [{ ...stop, rubrik: 'Försäkringsärende', status: 'Åtgärdas', incidentAnsvarig: 'Margareta Lindström' }]
  const screen = await render(
    <div style={{ width: '896px' }}>
      <QueryClientProvider client={queryClient}>
        <MemoryRouter>
          <DeviationsScreen />
        </MemoryRouter>
      </QueryClientProvider>
    </div>,
  )
  await expect.element(screen.getByRole('table', { name: 'Avvikelser' })).toBeVisible()
  const frame = screen.getByRole('group', { name: 'Avvikelser' }).element()
  expect(frame.scrollWidth - frame.clientWidth).toBe(0)
})
