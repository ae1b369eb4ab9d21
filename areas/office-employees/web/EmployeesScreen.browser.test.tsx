// The list and an employee are one screen, whose query says which of them is shown.
import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { WithProfile } from '#platform/web/calls/WithProfile.tsx'
import { profileKey } from '#platform/web/calls/profile.ts'
import { queryClient } from '#platform/web/calls/query-client.ts'
import { signInText } from '#platform/web/page/test-variant.ts'
import { LiveRegion } from '#platform/web/ui/LiveRegion.tsx'
import { announceUser, userKey } from '#platform/web/who/stored-user.ts'
import { getEmployee, getEmployees } from '../calls.ts'
import type { Employee, EmployeeList } from '../contract.ts'
import EmployeesScreen from './EmployeesScreen.tsx'

const nermin: Employee = {
  anstid: '31149',
  namn: 'Nermin Halilović',
  aktiv: true,
  aktivKalla: { fran: 'import', av: null, nar: null },
  uppgifter: [],
  behorigheter: [],
  roller: [],
  konton: [],
  chefFor: 0,
  farAndra: false,
  farBehorigheter: false,
  omraden: [],
  befattningar: [],
}
const list: EmployeeList = {
  rader: [{ anstid: '31149', namn: 'Nermin Halilović', befattning: null, omrade: null, aktiv: true, roller: [] }],
  fler: true,
  omraden: ['Umeå'],
}

beforeEach(() => {
  localStorage.setItem(userKey, signInText('jenny'))
  announceUser()
  queryClient.clear()
  queryClient.setQueryData(profileKey('jenny'), [{ type: 'Kontor', value: 'employees.see' }])
  vi.stubGlobal('fetch', (path: string) => {
    const answers = { [getEmployee.path]: nermin, [getEmployees.path]: list }
    const result = answers[path.replace(/\?.*/, '')] ?? []
    return Promise.resolve(Response.json({ result, timestamp: '2026-11-21T12:00:00' }))
  })
})
afterEach(() => vi.unstubAllGlobals())

const show = (address: string) =>
  render(
    <QueryClientProvider client={queryClient}>
      <WithProfile>
        <MemoryRouter initialEntries={[address]}>
          <EmployeesScreen />
          <LiveRegion />
          <Address />
        </MemoryRouter>
      </WithProfile>
    </QueryClientProvider>,
  )

function Address() {
  const { search } = useLocation()
  return <output aria-label="Adressen">{decodeURIComponent(search)}</output>
}

it('an employee opens like a page of his or her own, and the way back leads to the same list', async () => {
  const screen = await show('/kontor/anstallda?omrade=Umeå&sida=2')
  await screen.getByRole('button', { name: 'Öppna Nermin Halilović' }).click()
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Nermin Halilović' })).toHaveFocus()
  await expect.poll(() => document.title).toMatch(/^Nermin Halilović – /)
  await screen.getByRole('link', { name: 'Alla anställda' }).click()
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Anställda' })).toHaveFocus()
  await expect.poll(() => document.title).toMatch(/^Anställda – /)
  await expect.element(screen.getByLabelText('Adressen')).toHaveTextContent('?omrade=Umeå&sida=2')
  await expect.element(screen.getByText('Sida 2')).toBeVisible()
})

it('a search keeps the focus in its field, a page what is typed there, and ‘Rensa’ empties all fields', async () => {
  const screen = await show('/kontor/anstallda?omrade=Umeå')
  const [field, area] = [screen.getByLabelText('Sök'), screen.getByLabelText('Område')]
  await expect.element(area).toHaveValue('Umeå')
  await field.fill('nermin')
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByLabelText('Adressen')).toHaveTextContent('?sok=nermin&omrade=Umeå')
  await expect.element(field).toHaveFocus()
  await field.fill('nermin h')
  await screen.getByRole('button', { name: 'Nästa' }).click()
  await expect.element(screen.getByText('Sida 2')).toBeVisible()
  await expect.element(field).toHaveValue('nermin h')
  await screen.getByRole('button', { name: 'Rensa' }).click()
  await expect.element(field).toHaveValue('')
  await expect.element(area).toHaveValue('')
  await expect.element(screen.getByRole('button', { name: 'Visa' })).toHaveFocus()
})

it('says when the office changed a value with the year, since it stays for years', async () => {
  const changed: Employee = {
    ...nermin,
    aktivKalla: { fran: 'kontor', av: 'Jenny Lövgren', nar: '2024-03-05T08:15:00' },
  }
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ result: changed, timestamp: '2026-11-21T12:00:00' })))
  const screen = await show('/kontor/anstallda?anstid=31149')
  await expect.element(screen.getByText('Ändrat av kontoret: Jenny Lövgren, 5 mars 2024')).toBeVisible()
})

it('the button that turns the page keeps the focus at the first page', async () => {
  const screen = await show('/kontor/anstallda?sida=2')
  const back = screen.getByRole('button', { name: 'Föregående' })
  await back.click()
  await expect.element(screen.getByText('Sida 1')).toBeVisible()
  await expect.element(back).toHaveFocus()
})

it('it does so from the last page, while the page before is loaded', async () => {
  vi.stubGlobal('fetch', (path: string) => {
    const result = path.startsWith(getEmployees.path) ? { ...list, fler: !path.includes('sida=') } : []
    return Promise.resolve(Response.json({ result, timestamp: '2026-11-21T12:00:00' }))
  })
  const screen = await show('/kontor/anstallda?sida=2')
  const back = screen.getByRole('button', { name: 'Föregående' })
  const next = screen.getByRole('button', { name: 'Nästa' })
  await expect.element(next).toHaveAttribute('aria-disabled', 'true')
  await back.click()
  await expect.element(screen.getByText('Sida 1')).toBeVisible()
  await expect.element(next).not.toHaveAttribute('aria-disabled', 'true')
  await expect.element(back).toHaveFocus()
})

/** Answers the employee until something has been changed, and then the changed one. */
function changing(before: Employee, after: Employee) {
  let changed = false
  vi.stubGlobal('fetch', (_path: string, { body }: RequestInit = {}) => {
    changed ||= typeof body === 'string'
    return Promise.resolve(Response.json({ result: changed ? after : before, timestamp: '2026-11-21T12:00:00' }))
  })
}

it('a value that follows the import again leaves the focus to the heading, since its button has disappeared', async () => {
  const field = { falt: 'IntraPosition', etikett: 'Befattning', varde: 'Bussförare', nyckel: null }
  const valueFrom = (fran: 'kontor' | 'import'): Employee => ({
    ...nermin,
    farAndra: true,
    uppgifter: [{ ...field, kalla: { fran, av: null, nar: null } }],
  })
  changing(valueFrom('kontor'), valueFrom('import'))
  const screen = await show('/kontor/anstallda?anstid=31149')
  await screen.getByRole('button', { name: 'Följ importen för befattning' }).click()
  await expect.element(screen.getByRole('button', { name: /^Följ importen/ })).not.toBeInTheDocument()
  await expect.element(screen.getByRole('heading', { level: 1 })).toHaveFocus()
})

it('says which right has changed, whatever its gender, and of one employee who is left without a manager', async () => {
  const before: Employee = {
    ...nermin,
    chefFor: 1,
    farBehorigheter: true,
    behorigheter: [{ typ: 'ForslagEnabled', har: false, kalla: nermin.aktivKalla }],
  }
  changing(before, before)
  const screen = await show('/kontor/anstallda?anstid=31149')
  await screen.getByRole('switch').click()
  await expect.poll(() => document.querySelector('[data-speech]')?.textContent).toMatch(/^Ändrat: /)
  await screen.getByRole('button', { name: 'Avsluta anställningen' }).click()
  await expect
    .element(screen.getByText('En anställd har Nermin Halilović som närmaste chef. Ge den anställde en annan.'))
    .toBeVisible()
})

it.each([
  [[], 'Ingen hittades'],
  [list.rader, 'En anställd'],
])('announces how many a search has found: %#', async (rader, text) => {
  const screen = await show('/kontor/anstallda')
  await expect.element(screen.getByRole('button', { name: 'Öppna Nermin Halilović' })).toBeVisible()
  vi.stubGlobal('fetch', () =>
    Promise.resolve(Response.json({ result: { ...list, fler: false, rader }, timestamp: '2026-11-21T12:00:00' })),
  )
  await screen.getByLabelText('Sök').fill('nermin')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => document.querySelector('[data-speech]')?.textContent).toBe(text)
})
