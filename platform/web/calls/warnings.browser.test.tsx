// The warnings of failed calls: which are added, and when they go away again.
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { get, keptForStart, post } from '#platform/contract/call.ts'
import { signInText } from '../page/test-variant.ts'
import { openPhone } from '../phone/database.ts'
import { startKey } from '../phone/start-copies.ts'
import { announceUser, userKey } from '../who/stored-user.ts'
import { dismissNotice, readNotices } from '../wire/notices.ts'
import NoticeList from '../shell/NoticeList.tsx'
import { queryClient } from './query-client.ts'
import { prefetch, useCall } from './query.ts'
import { useSend } from './use-send.ts'

const getRegion = get<boolean>('/api/prov/region')
const getGroup = get<boolean>('/api/prov/group')
const getNow = keptForStart(get<boolean>('/api/prov/now'), (answer) => answer === true)
const accept = post<boolean, string>('/api/prov/accept')
const decide = post<boolean, { duty: string; undo: boolean }>('/api/prov/decide')

let failing: Set<string>

beforeEach(() => {
  failing = new Set()
  for (const { id } of readNotices()) dismissNotice(id)
  queryClient.clear()
  localStorage.setItem(userKey, signInText('anna'))
  announceUser()
  vi.stubGlobal('fetch', (path: string) =>
    Promise.resolve(
      Response.json(
        { result: true, timestamp: new Date().toISOString() },
        { status: failing.has(path.replace(/^.*\/prov\//, '')) ? 500 : 200 },
      ),
    ),
  )
})
afterEach(() => vi.unstubAllGlobals())

const warnings = () => expect.poll(() => readNotices().map(({ message }) => message))

const news = { failedText: 'Hämta nyheter misslyckades' }

it('a load that succeeds does not take the same words of another load away', async () => {
  failing = new Set(['region', 'group'])
  await prefetch(getRegion, undefined, news)
  await prefetch(getGroup, undefined, news)
  await warnings().toEqual(['Hämta nyheter misslyckades'])
  failing.delete('group')
  await prefetch(getGroup, undefined, news)
  await warnings().toEqual(['Hämta nyheter misslyckades'])
  failing.clear()
  await prefetch(getRegion, undefined, news)
  await warnings().toEqual([])
})

it.each(['before', 'after', 'around'])(
  'a load that a part without words shows too, rendered %s the part with them, is warned of',
  async (where) => {
    const Silent = ({ children }: { children?: ReactNode }) => {
      useCall(getRegion, undefined, { enabled: where !== 'around' })
      return children
    }
    const Shown = () => (useCall(getRegion, undefined, news).isError ? 'Ett fel inträffade' : 'Laddar..')
    failing.add('region')
    await render(
      <QueryClientProvider client={queryClient}>
        {where === 'before' && <Silent />}
        {where === 'around' ? (
          <Silent>
            <Shown />
          </Silent>
        ) : (
          <Shown />
        )}
        {where === 'after' && <Silent />}
      </QueryClientProvider>,
    )
    await warnings().toEqual(['Hämta nyheter misslyckades'])
  },
)

it('a load that no part shows any more does not leave its warning above the one that is shown instead', async () => {
  failing.add('region')
  const Screen = ({ call }: { call: typeof getRegion }) =>
    useCall(call, undefined, news).isSuccess ? 'Klart' : 'Väntar'
  const on = (call: typeof getRegion) => (
    <QueryClientProvider client={queryClient}>
      <NoticeList />
      <Screen call={call} />
    </QueryClientProvider>
  )
  const screen = await render(on(getRegion))
  await warnings().toEqual(['Hämta nyheter misslyckades'])
  await screen.rerender(on(getGroup))
  await expect.element(screen.getByText('Klart')).toBeVisible()
  await warnings().toEqual([])
})

it('a load that still fails when it is shown again is asked for again, said to fail, and warned of', async () => {
  localStorage.setItem(startKey('anna', getNow.path), JSON.stringify({ answer: true, at: Date.now() - 60_000 }))
  failing.add('now')
  const Part = () => {
    const { copy } = useCall(getNow, undefined, { ...news, staleTime: 300_000 })
    return <p>{copy?.failing ? 'Servern svarar inte' : 'Uppdaterad nyss'}</p>
  }
  const on = (part: ReactNode) => (
    <QueryClientProvider client={queryClient}>
      <NoticeList />
      {part}
    </QueryClientProvider>
  )
  const screen = await render(on(<Part />))
  await expect.element(screen.getByText('Servern svarar inte')).toBeVisible()
  await warnings().toEqual(['Hämta nyheter misslyckades'])
  await screen.rerender(on(null))
  await warnings().toEqual([])
  await screen.rerender(on(<Part />))
  await expect.element(screen.getByText('Servern svarar inte')).toBeVisible()
  await warnings().toEqual(['Hämta nyheter misslyckades'])
})

it('a write that succeeds at the second try takes its warning away', async () => {
  const Screen = () => {
    const sending = useSend(accept, { failedText: 'Skicka misslyckades' })
    return (
      <button type="button" onClick={() => sending.submit('uppdrag')}>
        {sending.busy ? 'Skickar..' : 'Bekräfta'}
      </button>
    )
  }
  const screen = await render(
    <QueryClientProvider client={queryClient}>
      <Screen />
    </QueryClientProvider>,
  )
  failing.add('accept')
  await screen.getByRole('button', { name: 'Bekräfta' }).click()
  await warnings().toEqual(['Skicka misslyckades'])
  failing.clear()
  await screen.getByRole('button', { name: 'Bekräfta' }).click()
  await warnings().toEqual([])
})

it('a write that succeeds does not take the same words of another write away', async () => {
  const Confirming = ({ duty }: { duty: string }) => {
    const { submit } = useSend(accept, { failedText: 'Skicka misslyckades' })
    return (
      <button type="button" onClick={() => submit(duty)}>
        {duty}
      </button>
    )
  }
  const screen = await render(
    <QueryClientProvider client={queryClient}>
      <Confirming duty="Förmiddag" />
      <Confirming duty="Kväll" />
    </QueryClientProvider>,
  )
  const sent = async (duty: string) => {
    await screen.getByRole('button', { name: duty }).click()
    await expect.poll(() => queryClient.isMutating()).toBe(0)
  }
  failing.add('accept')
  await sent('Förmiddag')
  await warnings().toEqual(['Skicka misslyckades'])
  failing.clear()
  await sent('Kväll')
  await warnings().toEqual(['Skicka misslyckades'])
  await sent('Förmiddag')
  await warnings().toEqual([])
})

it('a write about the same thing takes the warning away, also if it now waits on the phone', async () => {
  await (await openPhone()).clear('outbox')
  const Screen = () => {
    const sending = useSend(decide, {
      failedText: 'Skicka misslyckades',
      outbox: ({ duty }) => ({ what: 'Bekräftelse', settles: duty }),
    })
    // A tap before the outcome of the last one is shown would be ignored.
    return ['Bekräfta', 'Ångra'].map((name) => (
      <button
        type="button"
        key={name}
        disabled={sending.busy}
        onClick={() => sending.submit({ duty: 'Kväll', undo: name === 'Ångra' })}
      >
        {name}
      </button>
    ))
  }
  const screen = await render(
    <QueryClientProvider client={queryClient}>
      <Screen />
    </QueryClientProvider>,
  )
  const tap = (name: string) => screen.getByRole('button', { name }).click()
  failing.add('decide')
  await tap('Bekräfta')
  await warnings().toEqual(['Skicka misslyckades'])
  failing.clear()
  await tap('Ångra')
  await warnings().toEqual([])
  failing.add('decide')
  await tap('Bekräfta')
  await warnings().toEqual(['Skicka misslyckades'])
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await tap('Bekräfta')
  await warnings().toEqual([])
})
