// A write while answers come in. Changes of queries and mutations are rendered together, up to a tenth of a second
// late.
import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { get, post } from '#platform/contract/call.ts'
import { signInText } from '../page/test-variant.ts'
import { announceUser, userKey } from '../who/stored-user.ts'
import { queryClient } from './query-client.ts'
import { keyOf, useCall } from './query.ts'
import { useSend } from './use-send.ts'
import { openPhone } from '../phone/database.ts'
import { sendAll } from '../phone/outbox/outbox.ts'
import { reloading as reloadingIds, useWaiting } from '../phone/outbox/state.ts'

const getState = get<boolean>('/api/prov/state')
const decide = post<boolean, { yes: boolean }>('/api/prov/decide')

function Screen() {
  const state = useCall(getState)
  const sending = useSend(decide, { once: true })
  return (
    <>
      <p>{String(state.data)}</p>
      {sending.answer === undefined && (
        <button type="button" onClick={() => sending.submit({ yes: true })}>
          {sending.busy ? 'Skickar..' : 'Godkänn'}
        </button>
      )}
    </>
  )
}

afterEach(() => vi.unstubAllGlobals())

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

it('what a tap does is shown at once, and a second tap a moment later sends nothing more', async () => {
  localStorage.setItem(userKey, signInText('anna'))
  announceUser()
  let sent = 0
  vi.stubGlobal('fetch', (_path: string, init?: RequestInit) => {
    if (init?.method === 'POST') sent++
    return Promise.resolve(Response.json({ result: true, timestamp: new Date().toISOString() }))
  })
  const screen = await render(
    <QueryClientProvider client={queryClient}>
      <Screen />
    </QueryClientProvider>,
  )
  await expect.element(screen.getByText('true')).toBeVisible()
  await pause(300)
  // An answer has just come, so that the next changes are rendered together.
  queryClient.setQueryData(keyOf(getState), false)
  await expect.element(screen.getByText('false')).toBeInTheDocument()
  screen
    .getByRole('button')
    .element()
    .dispatchEvent(new MouseEvent('click', { bubbles: true }))
  await pause(60)
  // The button can be tapped as long as it is on the screen.
  screen
    .getByRole('button')
    .query()
    ?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  await pause(300)
  expect(sent).toBe(1)
})

function Confirmed() {
  const state = useCall(getState)
  const sending = useSend(decide, { reloads: [getState], outbox: () => ({ what: 'Bekräftelse' }) })
  const waiting = useWaiting(decide).at(-1)
  return (
    <button type="button" aria-busy={sending.busy} onClick={() => sending.submit({ yes: true })}>
      {(waiting?.yes ?? state.data) ? 'Bekräftat' : 'Bekräfta'}
    </button>
  )
}

it('what has waited is shown as done until the answers that it changed have been loaded again', async () => {
  localStorage.setItem(userKey, signInText('anna'))
  announceUser()
  queryClient.clear()
  await (await openPhone()).clear('outbox')
  const answerOf = (result: unknown) => Response.json({ result, timestamp: new Date().toISOString() })
  let load = () => Promise.resolve(answerOf(false))
  let decided = () => Promise.reject<Response>(new TypeError('Failed to fetch'))
  vi.stubGlobal('fetch', (path: string) =>
    path === getState.path ? load() : path === decide.path ? decided() : Promise.resolve(new Response()),
  )
  const screen = await render(
    <QueryClientProvider client={queryClient}>
      <Confirmed />
    </QueryClientProvider>,
  )
  const seen: (string | null)[] = []
  const button = screen.getByRole('button')
  const shown = () => button.element().textContent
  await expect.poll(shown).toBe('Bekräfta')
  await expect.poll(() => queryClient.getQueryData(keyOf(getState))).toBe(false)
  await button.click()
  await expect.poll(shown).toBe('Bekräftat')
  await expect.element(button).toHaveAttribute('aria-busy', 'false')
  const watching = new MutationObserver(() => seen.push(shown()))
  watching.observe(screen.container, { subtree: true, childList: true, characterData: true })
  const [reloading, loaded] = [Promise.withResolvers<void>(), Promise.withResolvers<Response>()]
  load = () => {
    reloading.resolve()
    return loaded.promise
  }
  decided = () => Promise.resolve(answerOf(true))
  await sendAll()
  await reloading.promise
  await expect.poll(shown).toBe('Bekräftat')
  loaded.resolve(answerOf(true))
  await expect.poll(() => queryClient.getQueryData(keyOf(getState))).toBe(true)
  await expect.poll(() => reloadingIds.get()).toEqual([])
  expect(shown()).toBe('Bekräftat')
  expect(seen).toEqual([])
  watching.disconnect()
})
