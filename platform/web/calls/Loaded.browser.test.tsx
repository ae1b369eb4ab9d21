// The states of a load, as an employee waits for it, tries again and continues to read.
import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { get } from '#platform/contract/call.ts'
import { watchNetwork } from '../page/reach.ts'
import { signInText } from '../page/test-variant.ts'
import { ScreenName } from '../ui/screen-name.ts'
import { announceUser, userKey } from '../who/stored-user.ts'
import { keptLoad } from './kept-load.ts'
import { Loaded } from './Loaded.tsx'
import { queryClient } from './query-client.ts'
import { useCall } from './query.ts'

const getSlips = get<string[]>('/api/prov/slips')
const getPage = get<string[], { page: number }>('/api/prov/slips')
watchNetwork()

function Slips() {
  const slips = useCall(getSlips)
  return (
    <ScreenName value="Lönebesked">
      <h1 tabIndex={-1}>Lönebesked</h1>
      <Loaded of={slips} loadingText="Laddar lönebesked..">
        {(all) => <p>{all.join(', ')}</p>}
      </Loaded>
    </ScreenName>
  )
}

let answers: ((response: Promise<Response>) => void)[]
const answer = (status: number, result: unknown = null) =>
  answers.shift()?.(Promise.resolve(Response.json({ result, timestamp: new Date().toISOString() }, { status })))

beforeEach(() => {
  answers = []
  localStorage.setItem(userKey, signInText('anna'))
  announceUser()
  queryClient.clear()
  vi.stubGlobal('fetch', (path: string) =>
    path.startsWith(getSlips.path)
      ? new Promise<Response>((resolve) => answers.push(resolve))
      : Promise.reject(new TypeError('Failed to fetch')),
  )
})
afterEach(() => vi.unstubAllGlobals())

const open = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <Slips />
    </QueryClientProvider>,
  )
const asked = () => expect.poll(() => answers.length).toBe(1)

it('says that it loads, then shows what came', async () => {
  const screen = await open()
  await expect.element(screen.getByRole('status').getByText('Laddar lönebesked..')).toBeInTheDocument()
  await asked()
  answer(200, ['oktober', 'november'])
  await expect.element(screen.getByText('oktober, november')).toBeVisible()
  await expect.element(screen.getByText('Laddar lönebesked..')).not.toBeInTheDocument()
})

it('can be tried again after a failure: the button keeps the focus until the content is there, then the heading has it', async () => {
  const screen = await open()
  await asked()
  answer(500)
  await expect.element(screen.getByText('Ett fel inträffade')).toBeVisible()
  const again = screen.getByRole('button', { name: 'Försök igen' })
  await again.click()
  await asked()
  await expect.element(again).toHaveFocus()
  answer(500)
  await expect.element(screen.getByText('Ett fel inträffade')).toBeVisible()
  await again.click()
  await asked()
  // As in Safari, which does not focus a button that is pressed.
  ;(again.element() as HTMLElement).blur()
  answer(200, ['december'])
  await expect.element(screen.getByText('december')).toBeVisible()
  await expect.element(screen.getByRole('heading', { name: 'Lönebesked' })).toHaveFocus()
})

it('stays as it is while it is tried again by itself, so that the button is there to be pressed', async () => {
  const screen = await open()
  await asked()
  answer(500)
  const again = screen.getByRole('button', { name: 'Försök igen' })
  await expect.element(again).toBeVisible()
  const button = again.element()
  void queryClient.refetchQueries()
  await asked()
  await expect.element(again).toBeVisible()
  expect(button.isConnected).toBe(true)
  answer(500)
  await expect.poll(() => queryClient.isFetching()).toBe(0)
  expect(button.isConnected).toBe(true)
  void queryClient.refetchQueries()
  await asked()
  answer(200, ['december'])
  await expect.element(screen.getByText('december')).toBeVisible()
  await expect.element(screen.getByRole('heading', { name: 'Lönebesked' })).not.toHaveFocus()
})

function Pages() {
  const [page, setPage] = useState(0)
  const slips = useCall(getPage, { page }, { keepPrevious: true })
  return (
    <>
      <h1 tabIndex={-1}>Lönebesked</h1>
      <button onClick={() => setPage(page + 1)}>Äldre</button>
      <Loaded of={slips}>{(all) => <p>{all.join(', ')}</p>}</Loaded>
    </>
  )
}

it('shows no earlier page while the page that failed is tried again', async () => {
  const screen = await render(
    <QueryClientProvider client={queryClient}>
      <Pages />
    </QueryClientProvider>,
  )
  await asked()
  answer(200, ['december'])
  const december = screen.getByText('december')
  await expect.element(december).toBeVisible()
  await screen.getByRole('button', { name: 'Äldre' }).click()
  await asked()
  answer(500)
  const again = screen.getByRole('button', { name: 'Försök igen' })
  await again.click()
  await asked()
  await expect.element(again).toHaveAttribute('aria-busy', 'true')
  await expect.element(december).not.toBeInTheDocument()
  answer(200, ['november'])
  await expect.element(screen.getByText('november')).toBeVisible()
  await expect.element(screen.getByRole('heading', { name: 'Lönebesked' })).toHaveFocus()
})

it('calls no coverage by its name, not a failure', async () => {
  const screen = await open()
  await asked()
  answers.shift()?.(Promise.reject(new TypeError('Failed to fetch')))
  await expect.element(screen.getByText('Lönebesked kräver täckning.')).toBeVisible()
  await expect.element(screen.getByText('Ett fel inträffade')).not.toBeInTheDocument()
})

function Written() {
  const slips = useCall(getSlips)
  const { of, failed } = keptLoad(slips)
  return (
    <>
      {failed && <p>Från tidigare</p>}
      <Loaded of={of}>{(all) => <input aria-label={all.join(', ')} />}</Loaded>
      <button onClick={() => void slips.refetch()}>På nytt</button>
    </>
  )
}

it('where somebody writes, leaves what is written when a reload fails, but not what is somebody else’s now', async () => {
  const screen = await render(
    <QueryClientProvider client={queryClient}>
      <Written />
    </QueryClientProvider>,
  )
  await asked()
  answer(200, ['oktober'])
  const field = screen.getByRole('textbox', { name: 'oktober' })
  await field.fill('Halvskrivet')
  const again = async (status: number, result?: unknown) => {
    await screen.getByRole('button', { name: 'På nytt' }).click()
    await asked()
    answer(status, result)
  }
  await again(500)
  await expect.element(screen.getByText('Från tidigare')).toBeVisible()
  await expect.element(field).toHaveValue('Halvskrivet')
  await again(200, ['oktober'])
  await expect.element(screen.getByText('Från tidigare')).not.toBeInTheDocument()
  await expect.element(field).toHaveValue('Halvskrivet')
  await again(404)
  await expect.element(field).not.toBeInTheDocument()
})
