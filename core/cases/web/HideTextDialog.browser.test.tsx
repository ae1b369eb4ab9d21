// Hiding words of a case that are selected in a text area.
import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { queryClient } from '#platform/web/calls/query-client.ts'
import { signInText } from '#platform/web/page/test-variant.ts'
import { announceUser, userKey } from '#platform/web/who/stored-user.ts'
import { caseCalls } from '../calls.ts'
import { aCase } from './case-fixture.ts'
import HideTextDialog from './HideTextDialog.tsx'

const calls = caseCalls('prov', { see: 'faults.see', handle: 'faults.handle' })
let sent: unknown[]

beforeEach(() => {
  localStorage.setItem(userKey, signInText('roger'))
  announceUser()
  queryClient.clear()
  sent = []
  vi.stubGlobal('fetch', (_path: string, { body }: RequestInit = {}) => {
    sent.push(JSON.parse(body as string))
    return Promise.resolve(Response.json({ result: true, timestamp: '2026-11-21T12:00:00' }))
  })
})
afterEach(() => vi.unstubAllGlobals())

it('hides the marked words of a text whose lines end as another system ends them', async () => {
  const text = 'Dörr 2\r\nklämmer.\r\nKalle Karlsson\r\nsåg det.'
  const nothing = () => undefined
  const screen = await render(
    <QueryClientProvider client={queryClient}>
      <HideTextDialog found={aCase({ text })} calls={calls} onClose={nothing} onActed={nothing} />
    </QueryClientProvider>,
  )
  const field = screen.getByLabelText('Markera det som ska döljas').element() as HTMLTextAreaElement
  const start = field.value.indexOf('Kalle')
  field.focus()
  field.setSelectionRange(start, start)
  await userEvent.keyboard(`{Shift>}${'{ArrowRight}'.repeat('Kalle Karlsson'.length)}{/Shift}`)
  await expect.poll(() => document.querySelector('mark')?.textContent).toBe('Kalle Karlsson')
  await screen.getByLabelText('Varför').fill('Namn på en resenär')
  await screen.getByRole('button', { name: 'Dölj det markerade' }).click()
  const words = { from: text.indexOf('Kalle'), words: 'Kalle Karlsson' }
  await expect
    .poll(() => sent)
    .toEqual([{ number: 'F-1042', version: 3, part: 'text', ...words, why: 'Namn på en resenär' }])
})

it('calls the text as the queue does', async () => {
  const words = { ...calls.words.entering, thing: 'förslaget' }
  const suggestions = caseCalls('prov', { see: 'faults.see', handle: 'faults.handle', words: { entering: words } })
  const found = aCase({
    text: 'Bänk',
    details: [{ label: 'Rubrik', value: 'Bänk vid grinden', part: 'detail:rubrik' }],
  })
  const nothing = () => undefined
  const screen = await render(
    <QueryClientProvider client={queryClient}>
      <HideTextDialog found={found} calls={suggestions} onClose={nothing} onActed={nothing} />
    </QueryClientProvider>,
  )
  await expect.element(screen.getByLabelText('Text', { exact: true })).toHaveDisplayValue('Texten i förslaget')
})
