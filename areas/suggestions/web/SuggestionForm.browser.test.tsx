// What is being written when the list of companies is loaded again in the background, and what is refused after it has waited.
import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { getCompanies } from '#core/people/calls.ts'
import { queryClient } from '#platform/web/calls/query-client.ts'
import { keyOf } from '#platform/web/calls/query.ts'
import { failAtFirst } from '#platform/web/calls/test-retry.ts'
import { signInText } from '#platform/web/page/test-variant.ts'
import { readDraft } from '#platform/web/phone/draft-store.ts'
import { wipeDrafts } from '#platform/web/phone/drafts.ts'
import { sendAll, startOutbox } from '#platform/web/phone/outbox/outbox.ts'
import { OutboxDialog } from '#platform/web/shell/OutboxDialog.tsx'
import { announceUser, userKey } from '#platform/web/who/stored-user.ts'
import { addSuggestion } from '../calls.ts'
import SuggestionForm from './SuggestionForm.tsx'

let status: number

beforeEach(async () => {
  localStorage.setItem(userKey, signInText('anna'))
  announceUser()
  queryClient.clear()
  await wipeDrafts()
  status = 200
  vi.stubGlobal('fetch', (path: string) =>
    path === addSuggestion.path && status === 0
      ? Promise.reject(new TypeError('Failed to fetch'))
      : Promise.resolve(
          Response.json(
            { result: status === 200 ? [{ id: 'norr', name: 'Linjen Norr' }] : null, timestamp: '2026-11-21T12:00:00' },
            { status },
          ),
        ),
  )
})
afterEach(() => vi.unstubAllGlobals())

const show = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <SuggestionForm />
    </QueryClientProvider>,
  )
const reload = () => queryClient.refetchQueries({ queryKey: keyOf(getCompanies) })

it.each([500, 403])('stays in its field when the server answers %i', async (answer) => {
  const screen = await show()
  const title = screen.getByLabelText('Rubrik')
  await title.fill('Motorvärmare på de yttre platserna')
  const field = title.element()
  status = answer
  await reload()
  await expect.poll(() => queryClient.getQueryState(keyOf(getCompanies))?.status).toBe('error')
  await screen.getByLabelText('Beskrivning').fill('Det skulle spara tid.')
  expect(field.isConnected).toBe(true)
  await expect.element(title).toHaveValue('Motorvärmare på de yttre platserna')
})

it('is in its field when the form is opened again', async () => {
  const first = await show()
  await first.getByLabelText('Rubrik').fill('Motorvärmare på de yttre platserna')
  await first.unmount()
  queryClient.clear()
  status = 500
  const screen = await show()
  await expect.element(screen.getByText('Kunde inte ladda formuläret.')).toBeVisible()
  status = 200
  await screen.getByRole('button', { name: 'Försök igen' }).click()
  await expect.element(screen.getByLabelText('Rubrik')).toHaveValue('Motorvärmare på de yttre platserna')
  await screen.getByLabelText('Beskrivning').fill('Det skulle spara tid.')
  await expect
    .poll(async () => (await readDraft('anna', 'suggestion'))?.value)
    .toMatchObject({ fields: { Rubrik: 'Motorvärmare på de yttre platserna', Beskrivning: 'Det skulle spara tid.' } })
})

it('is shown with its company when it is refused after it has waited', async () => {
  await startOutbox()
  const screen = await show()
  await screen.getByLabelText('Rubrik').fill('Motorvärmare')
  await screen.getByLabelText('Bolag').selectOptions('Linjen Norr')
  await screen.getByLabelText('Beskrivning').fill('Det skulle spara tid.')
  status = 0
  await screen.getByRole('button', { name: 'Spara' }).click()
  await expect.element(screen.getByText(/^Förslaget är sparat på/)).toBeVisible()
  await screen.unmount()
  status = 403
  await sendAll()
  const list = await render(<OutboxDialog onClose={vi.fn()} />)
  for (const words of ['Linjen Norr', 'Det skulle spara tid.'])
    await expect.element(list.getByText(words)).toBeVisible()
})

it('has the focus on the heading when it could be loaded at the second try', async () => {
  const tryAgain = failAtFirst(() => [])
  const screen = await render(
    <QueryClientProvider client={queryClient}>
      <h1 tabIndex={-1}>Förslag</h1>
      <SuggestionForm />
    </QueryClientProvider>,
  )
  await tryAgain(screen.getByRole('button', { name: 'Försök igen' }), screen.getByRole('heading'))
  await expect.element(screen.getByLabelText('Rubrik')).toBeVisible()
})
