// The line without coverage: the office keeps nothing on the device.
import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { officePath } from '#platform/contract/office-pages.ts'
import { startPage } from '#platform/contract/pages.ts'
import { queryClient } from '../calls/query-client.ts'
import { markAnswered, markUnanswered } from '../page/reach.ts'
import { setView } from '../phone/outbox/state.ts'
import StatusLine from './StatusLine.tsx'

beforeEach(() => {
  setView({ items: [], sending: null })
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  markUnanswered()
})
afterEach(() => {
  vi.unstubAllGlobals()
  markAnswered()
})

it.each([
  [startPage, 'Ingen täckning, eller så svarar inte portalen. Du ser det som sparades senast.'],
  [officePath, 'Ingen täckning, eller så svarar inte portalen.'],
  [`${officePath}/logg`, 'Ingen täckning, eller så svarar inte portalen.'],
])('%s', async (address, text) => {
  const screen = await render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[address]}>
        <StatusLine />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await expect.element(screen.getByText(text, { exact: true })).toBeVisible()
})
