// A form of a case that a colleague has filled in since it was opened here.
import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { queryClient } from '#platform/web/calls/query-client.ts'
import { signInText } from '#platform/web/page/test-variant.ts'
import { announceUser, userKey } from '#platform/web/who/stored-user.ts'
import { caseCalls } from '../calls.ts'
import type { Case, Fill } from '../contract.ts'
import { CasePane } from './CasePane.tsx'
import { aCase } from './case-fixture.ts'

const calls = caseCalls('prov', { see: 'faults.see', handle: 'faults.handle' })
const field = { required: false, choices: [], hint: null, kind: 'text' as const }
const stale = 'Ärendet har ändrats medan du hade det öppet: Eva Ek fyllde i Utredning.'
let sent: Fill[]
let now: Pick<Case, 'version'> & { cause: string }

const found = (): Case =>
  aCase({
    actions: ['answer', 'note', 'fill'],
    next: [],
    version: now.version,
    forms: [
      {
        name: 'utredning',
        title: 'Utredning',
        hint: null,
        many: false,
        open: true,
        fields: [
          { ...field, name: 'orsak', label: 'Orsak' },
          { ...field, name: 'kontroll', label: 'Kontroll' },
        ],
        filled: [
          {
            item: 1,
            values: { orsak: now.cause },
            shown: [{ label: 'Orsak', value: now.cause }],
            at: '2026-11-21T12:00:00',
            by: 'Eva Ek',
            late: null,
          },
        ],
      },
    ],
  })

function answerTo(path: string, body: unknown): Response {
  const timestamp = '2026-11-21T12:00:00'
  if (!path.startsWith(calls.fill.path)) return Response.json({ result: found(), timestamp })
  const fill = JSON.parse(body as string) as Fill
  sent.push(fill)
  if (fill.version !== now.version)
    return Response.json({ result: null, errorMessage: stale, timestamp }, { status: 409 })
  now = { version: now.version + 1, cause: fill.values['orsak'] ?? '' }
  return Response.json({ result: true, timestamp })
}

beforeEach(() => {
  localStorage.setItem(userKey, signInText('emil'))
  announceUser()
  queryClient.clear()
  sent = []
  now = { version: 3, cause: 'Okänd orsak' }
  vi.stubGlobal('fetch', (path: string, { body }: RequestInit = {}) => Promise.resolve(answerTo(path, body)))
})
afterEach(() => vi.unstubAllGlobals())

const open = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <CasePane calls={calls} number="F-1042" closed="/" onDone={() => undefined} to={() => '/'} />
      </MemoryRouter>
    </QueryClientProvider>,
  )

it('is not saved over what a colleague has filled in meanwhile, and keeps what is typed', async () => {
  const screen = await open()
  await screen.getByRole('button', { name: /^Ändra/ }).click()
  const dialog = screen.getByRole('dialog')
  await dialog.getByLabelText('Kontroll').fill('Följs upp i mars')
  now = { version: 4, cause: 'Halt i trappan' }
  // As the page does every half minute.
  await queryClient.invalidateQueries()
  await expect.element(screen.getByText('Halt i trappan').first()).toBeInTheDocument()
  await dialog.getByRole('button', { name: 'Spara' }).click()
  await expect.poll(() => sent.map(({ version }) => version)).toEqual([3])
  await expect.element(dialog.getByText(stale)).toBeVisible()
  await expect.element(dialog.getByText('Så står det nu, ifyllt av Eva Ek')).toBeVisible()
  await expect.element(dialog.getByText('Halt i trappan')).toBeVisible()
  await expect.element(dialog.getByLabelText('Kontroll')).toHaveValue('Följs upp i mars')
  await dialog.getByLabelText('Orsak').fill('Halt i trappan, okänt varför')
  await dialog.getByRole('button', { name: 'Spara' }).click()
  await expect
    .poll(() => sent.at(-1))
    .toMatchObject({
      version: 4,
      values: { orsak: 'Halt i trappan, okänt varför', kontroll: 'Följs upp i mars' },
    })
  await expect.element(dialog).not.toBeInTheDocument()
})
