import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { getOwnAnswers } from '#core/cases/own-calls.ts'
import type { OwnAnswer } from '#core/cases/messages.ts'
import { keyOf } from '#platform/web/calls/query.ts'
import { queryClient } from '#platform/web/calls/query-client.ts'
import { signInText } from '#platform/web/page/test-variant.ts'
import type { NewThing } from '#platform/web/shell/area.ts'
import { announceUser, userKey } from '#platform/web/who/stored-user.ts'
import { lateThingsKey, newThingsKey } from './new-things-key.ts'
import NewThings, { askFor } from './NewThings.tsx'

const now = new Date().toISOString().slice(0, 19)
let answers: OwnAnswer[]

beforeEach(() => {
  localStorage.clear()
  localStorage.setItem(userKey, signInText('anna'))
  announceUser()
  queryClient.clear()
  vi.stubGlobal('fetch', (path: string) =>
    Promise.resolve(Response.json({ result: path.startsWith(getOwnAnswers.path) ? answers : [], timestamp: now })),
  )
})
afterEach(() => vi.unstubAllGlobals())

const groupBy = Object.getOwnPropertyDescriptor(Map, 'groupBy')
afterEach(() => groupBy && Object.defineProperty(Map, 'groupBy', groupBy))

async function open(things?: readonly NewThing[]) {
  queryClient.setQueryData(newThingsKey, things ?? (await askFor([], () => false, false)))
  return render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <NewThings />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

it('shows what the office has written below the row, and nothing where it has written nothing', async () => {
  answers = [
    { key: 'tidrapporter:T-7:1', at: now, text: 'Din tidrapport: Godkänd', said: 'Den 3:e räknas.', page: 'start' },
    { key: 'tidrapporter:T-6:1', at: now, text: 'Din tidrapport för maj: Godkänd', page: 'start' },
  ]
  const screen = await open()
  await expect.element(screen.getByRole('link', { name: 'Din tidrapport: Godkänd', exact: true })).toBeVisible()
  await expect.element(screen.getByText('Den 3:e räknas.', { exact: true })).toBeVisible()
  expect(
    screen
      .getByRole('button')
      .elements()
      .map((each) => each.textContent),
  ).toEqual(['Markera som läst'])
  expect(screen.container.querySelectorAll('li p').length).toBe(1)
})

it('shows a long text from its beginning, and all of it at the press of a button', async () => {
  const said = `${'Vi har läst det du skrev. '.repeat(20)}Hälsningar kontoret`
  answers = [{ key: 'tidrapporter:T-8:1', at: now, text: 'Din tidrapport: Godkänd', said, page: 'start' }]
  const screen = await open()
  const text = screen.getByText(/^Vi har läst det du skrev/)
  await expect.element(text).toBeVisible()
  expect(text.element().textContent).toMatch(/^.{120,160} …$/)
  await screen.getByRole('button', { name: 'Visa hela texten' }).click()
  await expect.element(text).toHaveTextContent(said)
  await screen.getByRole('button', { name: 'Visa mindre' }).click()
  await expect.poll(() => text.element().textContent).not.toContain('Hälsningar')
})

it('several things of a kind are one row, before single ones, also in a browser without Map.groupBy', async () => {
  Reflect.deleteProperty(Map, 'groupBy')
  const several = { text: 'nyheter', to: '/dashboard/nyheter' }
  const screen = await open([
    { key: 'news-1', at: now, text: 'Vintertider', to: '/dashboard/nyheter/1', several },
    { key: 'fault-1', at: now, text: 'Svar om buss 2112', to: '/dashboard/felrapportering' },
    { key: 'news-2', at: now, text: 'Ny depå', to: '/dashboard/nyheter/2', several },
  ])
  const rows = screen.getByRole('link')
  await expect
    .poll(() => rows.elements().map(({ textContent }) => textContent))
    .toEqual(['2 nyheter', 'Svar om buss 2112'])
})

const answer: OwnAnswer = { key: 'tidrapporter:T-7:1', at: now, text: 'Din tidrapport: Godkänd', page: 'start' }
const askAgain = () => {
  queryClient.removeQueries({ queryKey: keyOf(getOwnAnswers) })
  return askFor([], () => false, false)
}

it('what home has shown stays when it is asked for again and the answer fails', async () => {
  answers = [answer]
  const screen = await open()
  await expect.element(screen.getByRole('link', { name: answer.text })).toBeVisible()
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ result: null, timestamp: now }, { status: 503 })))
  expect(await askAgain()).toMatchObject([{ key: answer.key }])
  // Where the server answers again, it is what it says.
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ result: [], timestamp: now })))
  expect(await askAgain()).toEqual([])
})

it('what home has shown stays while an answer is late, and what then comes is added at the end', async () => {
  answers = [answer]
  await open()
  const another = { ...answer, key: 'tidrapporter:T-8:1', text: 'Din tidrapport för maj: Godkänd' }
  const late = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', () => late.promise)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const asked = askAgain()
  await vi.advanceTimersByTimeAsync(2500)
  vi.useRealTimers()
  expect(await asked).toMatchObject([{ key: answer.key }])
  late.resolve(Response.json({ result: [answer, another], timestamp: now }))
  const atTheEnd = () => queryClient.getQueryData(lateThingsKey)
  await expect.poll(atTheEnd).toMatchObject([{ key: another.key }])
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ result: null, timestamp: now }, { status: 503 })))
  await askAgain()
  expect(atTheEnd()).toMatchObject([{ key: another.key }])
})
