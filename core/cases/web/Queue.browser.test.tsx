// Where the focus and the list are when a case is closed.
import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { WithProfile } from '#platform/web/calls/WithProfile.tsx'
import { profileKey } from '#platform/web/calls/profile.ts'
import { queryClient } from '#platform/web/calls/query-client.ts'
import { OfficeScreenContext } from '#platform/web/office/area.ts'
import { signInText } from '#platform/web/page/test-variant.ts'
import { LiveRegion } from '#platform/web/ui/LiveRegion.tsx'
import { announceUser, userKey } from '#platform/web/who/stored-user.ts'
import { caseCalls } from '../calls.ts'
import { aCase, caseRow } from './case-fixture.ts'
import Queue from './Queue.tsx'
import { queueScreen } from './queue-screen.ts'

const calls = caseCalls('prov', { see: 'faults.see', handle: 'faults.handle' })
const screenOf = queueScreen({ calls, title: 'Prov', icon: 'wrench' })
const { innerWidth, innerHeight } = window
let rows = [caseRow()]
/** Whether there is a second page, with the same cases. */
let isLong = false
/** The lists that have been asked for, by their addresses. */
let asked: string[] = []

beforeEach(() => {
  localStorage.setItem(userKey, signInText('roger'))
  announceUser()
  queryClient.clear()
  queryClient.setQueryData(profileKey('roger'), [{ type: 'Kontor', value: 'faults.see' }])
  rows = Array.from({ length: 40 }, (_, at) => caseRow({ number: `F-${at + 1}`, title: `Fel ${at + 1}` }))
  asked = []
  isLong = false
  const answerTo = (path: string) => {
    if (path.startsWith(calls.list.path)) {
      asked.push(path)
      const isFirst = !path.includes('sida=')
      return { rows: isFirst || isLong ? rows : [], hasMore: isFirst && isLong, states: ['Mottagen', 'Klar'] }
    }
    if (path.startsWith(calls.one.path)) {
      const number = /nummer=([^&]*)/.exec(path)![1]!
      return aCase({ number, actions: [], text: 'Dörren stänger inte. '.repeat(200) })
    }
    return path.startsWith(calls.views.path) ? { views: [], roles: [] } : []
  }
  vi.stubGlobal('fetch', (path: string) =>
    Promise.resolve(Response.json({ result: answerTo(path), timestamp: '2026-11-21T12:00:00' })),
  )
})
afterEach(async () => {
  vi.unstubAllGlobals()
  await page.viewport(innerWidth, innerHeight)
})

async function open(width: number, at = '/kontor/prov') {
  await page.viewport(width, 800)
  return render(
    <QueryClientProvider client={queryClient}>
      <WithProfile>
        <MemoryRouter initialEntries={[at]}>
          <OfficeScreenContext value={screenOf}>
            <Queue />
            <LiveRegion />
          </OfficeScreenContext>
        </MemoryRouter>
      </WithProfile>
    </QueryClientProvider>,
  )
}

it.each([
  ['Escape', () => userEvent.keyboard('{Escape}')],
  ['the button', () => page.getByRole('button', { name: 'Stäng ärendet' }).click()],
])('the row of a case that is closed by %s has the focus, and the shortcuts go on from there', async (_, close) => {
  const screen = await open(1280)
  await screen.getByRole('link', { name: 'F-15 Fel 15' }).click()
  await expect.element(screen.getByRole('heading', { level: 2 })).toHaveFocus()
  await userEvent.keyboard('j')
  await expect.element(screen.getByRole('heading', { level: 2, name: /F-16/ })).toHaveFocus()
  await close()
  await expect.element(screen.getByRole('link', { name: 'F-16 Fel 16' })).toHaveFocus()
  await userEvent.keyboard('j')
  await expect.element(screen.getByRole('link', { name: 'F-17 Fel 17' })).toHaveFocus()
})

it('a filter that closes the case keeps the focus', async () => {
  const screen = await open(1280, '/kontor/prov?visa=F-15')
  const state = screen.getByLabelText('Visa status')
  ;(state.element() as HTMLElement).focus()
  await state.selectOptions('Klar')
  await expect.element(screen.getByRole('heading', { level: 2 })).not.toBeInTheDocument()
  await expect.element(state).toHaveFocus()
})

it('a state that ends cases is asked for without the view of open ones, where it would find none', async () => {
  const screen = await open(1280, '/kontor/prov?vy=oppna')
  await screen.getByLabelText('Visa status').selectOptions('Klar')
  await expect.poll(() => asked.at(-1)).toBe(`${calls.list.path}?status=Klar`)
})

it('the heading has the focus when a case is closed that is no longer in the list', async () => {
  const screen = await open(1280, '/kontor/prov?visa=F-99')
  await expect.element(screen.getByRole('heading', { level: 2, name: /F-99/ })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Prov' })).toHaveFocus()
})

it('on a phone a case begins at its top, and back in the list its row is in view and has the focus', async () => {
  const screen = await open(390)
  const row = screen.getByRole('link', { name: 'F-30 Fel 30' })
  await row.click()
  await expect.element(screen.getByRole('heading', { level: 2, name: /F-30/ })).toHaveFocus()
  expect(scrollY).toBe(0)
  await screen.getByRole('link', { name: 'Prov' }).click()
  await expect.element(row).toHaveFocus()
  await expect.element(row).toBeInViewport()
})

it('a later page that has become empty gives way to the one before it', async () => {
  const screen = await open(1280, '/kontor/prov?vy=mina&sida=2')
  await expect.element(screen.getByRole('link', { name: 'F-1 Fel 1', exact: true })).toBeVisible()
  expect(asked).toEqual([`${calls.list.path}?vy=mina&sida=1`, `${calls.list.path}?vy=mina`])
  await expect.element(screen.getByText('Här är det tomt')).not.toBeInTheDocument()
})

it('the button that turns the page keeps the focus from the last page, while the page before is loaded', async () => {
  isLong = true
  const screen = await open(1280, '/kontor/prov?sida=2')
  const back = screen.getByRole('button', { name: 'Föregående' })
  await back.click()
  await expect.element(screen.getByRole('button', { name: 'Nästa' })).not.toHaveAttribute('aria-disabled', 'true')
  await expect.element(back).toHaveFocus()
})

it('the search field keeps the focus at a search, so that the next letters are typed in it, and follows the address', async () => {
  const screen = await open(1280)
  const field = screen.getByRole('searchbox')
  await field.fill('dörr')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => asked.at(-1)).toContain('sok=')
  await expect.element(field).toHaveFocus()
  await userEvent.keyboard('ar')
  await expect.element(field).toHaveValue('dörrar')
})

it('how many cases a search or a filter has found is announced, and not what a reload has changed', async () => {
  const screen = await open(1280)
  const announced = () => document.querySelector('[data-speech]')?.textContent
  await expect.element(screen.getByRole('link', { name: 'F-1 Fel 1', exact: true })).toBeVisible()
  rows = rows.slice(0, 2)
  await queryClient.invalidateQueries()
  await expect.element(screen.getByRole('link', { name: 'F-3 Fel 3', exact: true })).not.toBeInTheDocument()
  rows = rows.slice(0, 1)
  await screen.getByLabelText('Visa status').selectOptions('Klar')
  await expect.poll(announced).toBe('Ett ärende')
  rows = []
  await screen.getByRole('searchbox').fill('ramp')
  await userEvent.keyboard('{Enter}')
  await expect.poll(announced).toBe('Inga ärenden')
})
