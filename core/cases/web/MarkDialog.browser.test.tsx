// A mark that others are notified of needs a reason.
import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { keyOf } from '#platform/web/calls/query.ts'
import { queryClient } from '#platform/web/calls/query-client.ts'
import { signInText } from '#platform/web/page/test-variant.ts'
import { announceUser, userKey } from '#platform/web/who/stored-user.ts'
import { caseCalls } from '../calls.ts'
import { CasePane } from './CasePane.tsx'
import { aCase } from './case-fixture.ts'

const calls = caseCalls('prov', { see: 'faults.see', handle: 'faults.handle', mark: 'faults.ground' })
let sent: unknown[]
let markAsks: string | null
let markLasts: boolean
let version: number
/** Loads are not answered until this is fulfilled. */
let loaded: Promise<void>

beforeEach(() => {
  localStorage.setItem(userKey, signInText('emil'))
  announceUser()
  queryClient.clear()
  sent = []
  markLasts = false
  version = 3
  loaded = Promise.resolve()
  vi.stubGlobal('fetch', async (path: string, { body }: RequestInit = {}) => {
    if (path === calls.mark.path) sent.push(JSON.parse(body as string))
    else await loaded
    const found = aCase({
      version,
      actions: ['mark'],
      next: [],
      mark: 'Får ej köras',
      marking: 'Får ej köras',
      markAsks,
      markLasts,
    })
    return Response.json({ result: path === calls.mark.path ? true : found, timestamp: '2026-11-21T12:00:00' })
  })
})
afterEach(() => vi.unstubAllGlobals())

const show = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <CasePane calls={calls} number="F-1042" closed="/" onDone={() => undefined} to={() => '/'} />
      </MemoryRouter>
    </QueryClientProvider>,
  )

async function open() {
  const screen = await show()
  await screen.getByRole('button', { name: 'Får ej köras' }).click()
  return screen
}

it('asks why where others are told, and sends nothing without', async () => {
  markAsks = 'Bussens nästa förare läser det.'
  const screen = await open()
  const dialog = screen.getByRole('dialog', { name: 'F-1042: Får ej köras' })
  await expect.element(dialog.getByText('Bussens nästa förare läser det.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Får ej köras' }).click()
  await expect.element(dialog.getByText('Skriv varför.')).toBeVisible()
  expect(sent).toEqual([])
  await dialog.getByLabelText('Varför?').fill('Bromsarna tar ojämnt.')
  await dialog.getByRole('button', { name: 'Får ej köras' }).click()
  await expect.poll(() => sent).toEqual([{ number: 'F-1042', version: 3, on: true, text: 'Bromsarna tar ojämnt.' }])
})

it('is set at once where nobody is told', async () => {
  markAsks = null
  await open()
  await expect.poll(() => sent).toEqual([{ number: 'F-1042', version: 3, on: true, text: '' }])
})

it('asks to be sure where it is never taken away', async () => {
  markAsks = null
  markLasts = true
  const screen = await open()
  const dialog = screen.getByRole('dialog', { name: 'F-1042: Får ej köras' })
  await expect.element(dialog.getByText('Märkningen kan inte tas bort sedan.')).toBeVisible()
  expect(sent).toEqual([])
  await dialog.getByRole('button', { name: 'Får ej köras' }).click()
  await expect.poll(() => sent).toEqual([{ number: 'F-1042', version: 3, on: true, text: '' }])
})

it('begins with the case that has come, a moment before it is on the screen', async () => {
  markAsks = 'Bussens nästa förare läser det.'
  const screen = await show()
  const mark = screen.getByRole('button', { name: 'Får ej köras' })
  await expect.element(mark).toBeVisible()
  const came = aCase({ version: 4, actions: ['mark'], mark: 'Får ej köras', marking: 'Får ej köras', markAsks })
  queryClient.setQueryData(keyOf(calls.one, { nummer: 'F-1042' }), came)
  ;(mark.element() as HTMLButtonElement).click()
  const dialog = screen.getByRole('dialog', { name: 'F-1042: Får ej köras' })
  await dialog.getByLabelText('Varför?').fill('Bromsarna tar ojämnt.')
  await dialog.getByRole('button', { name: 'Får ej köras' }).click()
  await expect.poll(() => sent).toEqual([{ number: 'F-1042', version: 4, on: true, text: 'Bromsarna tar ojämnt.' }])
})

it('is never ready before the case has come as it is after an own act', async () => {
  markAsks = null
  const key = keyOf(calls.one, { nummer: 'F-1042' })
  queryClient.setQueryData(key, aCase({ actions: ['mark'], mark: 'Får ej köras', marking: 'Får ej köras', markAsks }))
  await queryClient.invalidateQueries({ queryKey: keyOf(calls.one) })
  const load = Promise.withResolvers<void>()
  loaded = load.promise
  const looks: (string | null)[] = []
  const watch = new MutationObserver(() => {
    for (const button of document.querySelectorAll('button'))
      if (button.textContent === 'Får ej köras') looks.push(button.getAttribute('aria-busy'))
  })
  watch.observe(document.body, { subtree: true, childList: true, attributes: true })
  const screen = await show()
  await expect.element(screen.getByRole('button', { name: 'Får ej köras' })).toHaveAttribute('aria-busy', 'true')
  watch.disconnect()
  expect(new Set(looks)).toEqual(new Set(['true']))
  load.resolve()
})

it.each([{ into: 'F-1042' }, { cases: [{ number: 'F-1041' }, { number: 'F-1042' }] }])(
  'waits for an own act on several cases of which it is one: %o',
  async (act) => {
    markAsks = null
    const screen = await show()
    const mark = screen.getByRole('button', { name: 'Får ej köras' })
    await expect.element(mark).not.toHaveAttribute('aria-busy')
    const done = Promise.withResolvers<void>()
    const mutationKey = keyOf('into' in act ? calls.merge : calls.bulk)
    const mutation = queryClient.getMutationCache().build<void, Error, object, unknown>(queryClient, {
      mutationKey,
      mutationFn: () => done.promise,
    })
    const ended = mutation.execute(act)
    await expect.element(mark).toHaveAttribute('aria-busy', 'true')
    done.resolve()
    await ended
    await expect.element(mark).not.toHaveAttribute('aria-busy')
  },
)

it('waits for the case as it is after an own act that ended while the case was closed', async () => {
  markAsks = 'Bussens nästa förare läser det.'
  const key = keyOf(calls.one, { nummer: 'F-1042' })
  queryClient.setQueryData(key, aCase({ actions: ['mark'], mark: 'Får ej köras', marking: 'Får ej köras', markAsks }))
  await queryClient.invalidateQueries({ queryKey: keyOf(calls.one) })
  const load = Promise.withResolvers<void>()
  loaded = load.promise
  version = 4
  const screen = await show()
  const mark = screen.getByRole('button', { name: 'Får ej köras' })
  await expect.element(mark).toHaveAttribute('aria-busy', 'true')
  load.resolve()
  await mark.click()
  const dialog = screen.getByRole('dialog', { name: 'F-1042: Får ej köras' })
  await dialog.getByLabelText('Varför?').fill('Bromsarna tar ojämnt.')
  await dialog.getByRole('button', { name: 'Får ej köras' }).click()
  await expect.poll(() => sent).toEqual([{ number: 'F-1042', version: 4, on: true, text: 'Bromsarna tar ojämnt.' }])
})

it.each([
  [{ mark: null, actions: [] }, 'Ärendet är redan märkt: Får ej köras.'],
  [{ mark: 'Får köras', actions: ['mark'] }, 'Ärendet är redan märkt: Får ej köras.'],
  [{ mark: null, marked: false, actions: [] }, 'Ärendet kan inte märkas längre.'],
] as const)('sends nothing more when a colleague has made it %o meanwhile', async (change, said) => {
  markAsks = 'Bussens nästa förare läser det.'
  const screen = await open()
  const dialog = screen.getByRole('dialog', { name: 'F-1042: Får ej köras' })
  await dialog.getByLabelText('Varför?').fill('Bromsarna tar ojämnt.')
  const timestamp = '2026-11-21T12:00:00'
  const now = aCase({
    version: 4,
    marked: true,
    marking: 'Får ej köras',
    markAsks,
    ...change,
    actions: [...change.actions],
  })
  vi.stubGlobal('fetch', (path: string) =>
    Promise.resolve(
      path === calls.mark.path
        ? Response.json({ result: null, errorMessage: 'Eva ändrade ärendet.', timestamp }, { status: 409 })
        : Response.json({ result: now, timestamp }),
    ),
  )
  await dialog.getByRole('button', { name: 'Får ej köras' }).click()
  await expect.element(dialog.getByText(said)).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: /köras|null/ })).not.toBeInTheDocument()
  await expect.element(dialog.getByLabelText('Varför?')).toHaveValue('Bromsarna tar ojämnt.')
})
