import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { queryClient } from '../calls/query-client.ts'
import type { Item } from '../phone/outbox-item.ts'
import { setView } from '../phone/outbox/state.ts'
import { addNotice } from '../wire/notices.ts'
import type { Load } from './area.ts'
import { LatePart } from './LatePart.tsx'

beforeEach(() => {
  queryClient.clear()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => vi.useRealTimers())

const waiting: Item = {
  seq: 1,
  subject: 'anna',
  id: 'a',
  path: '/api/prov/svar',
  body: {},
  what: 'Svar till verkstaden',
  state: 'waiting',
  madeAt: 0,
  tries: 0,
}

it.each<[string, Load, text: RegExp]>([
  ['StatusLine', () => import('./StatusLine.tsx'), /^En sak väntar på att skickas/],
  ['NoticeList', () => import('./NoticeList.tsx'), /^Hämta schema misslyckades$/],
])('%s, whose code fails to come at first, is shown when it has come', async (name, load, text) => {
  setView({ items: [waiting], sending: null })
  addNotice('Hämta schema misslyckades')
  const onBadLine = vi.fn(load).mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
  const screen = await render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <LatePart name={name} load={onBadLine} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await vi.advanceTimersByTimeAsync(5_000)
  expect(onBadLine).toHaveBeenCalledTimes(1)
  await expect.element(screen.getByText(text)).not.toBeInTheDocument()
  await vi.advanceTimersByTimeAsync(10_000)
  await expect
    .poll(async () => {
      await vi.advanceTimersByTimeAsync(1_000)
      return screen.getByText(text).query()
    })
    .not.toBeNull()
})
