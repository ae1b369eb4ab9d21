// What is typed in a template while it is being saved.
import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { OfficeScreensContext } from '#platform/web/office/area.ts'
import { queryClient } from '#platform/web/calls/query-client.ts'
import { signInText } from '#platform/web/page/test-variant.ts'
import { announceUser, userKey } from '#platform/web/who/stored-user.ts'
import { caseCalls } from '../calls.ts'
import type { QueueTemplates, SaveTemplate } from '../templates.ts'
import { queueScreen } from './queue-screen.ts'
import TemplatesScreen from './TemplatesScreen.tsx'

const calls = caseCalls('prov', { see: 'faults.see', handle: 'faults.handle' })
const screens = [queueScreen({ calls, title: 'Prov', icon: 'wrench' })]
let stored: { text: string; version: number }
let sent: SaveTemplate[]
let arrive: (() => void) | null
/** A colleague's change. The server refuses a save that is not based on it. */
let others: { text: string; version: number } | null

/** Loads are not answered until this is fulfilled. */
let loaded: Promise<void>

beforeEach(() => {
  localStorage.setItem(userKey, signInText('roger'))
  announceUser()
  queryClient.clear()
  loaded = Promise.resolve()
  stored = { text: 'Vi tittar på det.', version: 3 }
  sent = []
  arrive = null
  others = null
  sessionStorage.clear()
  vi.stubGlobal('fetch', async (_path: string, { body }: RequestInit = {}) => {
    const timestamp = '2026-11-21T12:00:00'
    if (typeof body !== 'string') {
      await loaded
      const state = { ...stored, state: 'Bedömd', needsText: false, standard: '', changed: null }
      const result: QueueTemplates[] = [{ kind: 'prov', placeholders: [], states: [state] }]
      return Response.json({ result, timestamp })
    }
    const save = JSON.parse(body) as SaveTemplate
    sent.push(save)
    if (others && save.version !== others.version) {
      stored = others
      return Response.json({ result: null, timestamp, errorMessage: 'Mallen har ändrats.' }, { status: 409 })
    }
    return new Promise<Response>((resolve) => {
      arrive = () => {
        stored = { text: save.text ?? '', version: save.version + 1 }
        resolve(Response.json({ result: true, timestamp }))
      }
    })
  })
})
afterEach(() => vi.unstubAllGlobals())

const show = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <OfficeScreensContext value={screens}>
          <TemplatesScreen />
        </OfficeScreensContext>
      </MemoryRouter>
    </QueryClientProvider>,
  )

it('stays, and is saved as a change of what has just been saved', async () => {
  const screen = await show()
  const field = screen.getByRole('textbox')
  await field.fill('Vi planerar in den.')
  await screen.getByRole('button', { name: 'Spara' }).click()
  await expect.poll(() => arrive).not.toBeNull()
  await field.fill('Vi planerar in den i veckan.')
  arrive?.()
  await expect.element(screen.getByRole('button', { name: 'Spara' })).not.toHaveAttribute('aria-disabled')
  await expect.element(field).toHaveValue('Vi planerar in den i veckan.')
  await screen.getByRole('button', { name: 'Spara' }).click()
  await expect
    .poll(() => sent.map(({ text, version }) => [text, version]))
    .toEqual([
      ['Vi planerar in den.', 3],
      ['Vi planerar in den i veckan.', 4],
    ])
  arrive?.()
  await expect.element(screen.getByRole('button', { name: 'Spara' })).toHaveAttribute('aria-disabled', 'true')
  await expect.element(screen.getByRole('button', { name: 'Spara' })).toHaveFocus()
})

it('is shown as saved before it has been loaded again, and changed from there', async () => {
  const screen = await show()
  const field = screen.getByRole('textbox')
  await field.fill('Vi planerar in den.')
  const load = Promise.withResolvers<void>()
  loaded = load.promise
  await screen.getByRole('button', { name: 'Spara' }).click()
  await expect.poll(() => arrive).not.toBeNull()
  arrive?.()
  await expect.poll(() => queryClient.isFetching()).toBe(1)
  await expect.element(field).toHaveValue('Vi planerar in den.')
  await field.fill('Vi planerar in den i veckan.')
  load.resolve()
  await screen.getByRole('button', { name: 'Spara' }).click()
  await expect.poll(() => sent.map(({ version }) => version)).toEqual([3, 4])
})

it('stays when the screen is left, and when a colleague was first: what it is now stands beside it', async () => {
  const screen = await show()
  await screen.getByRole('textbox').fill('Vi planerar in den.')
  await screen.unmount()
  others = { text: 'Vi ringer dig.', version: 4 }
  const again = await show()
  const field = again.getByRole('textbox')
  await expect.element(field).toHaveValue('Vi planerar in den.')
  await again.getByRole('button', { name: 'Spara' }).click()
  await expect.element(again.getByText('Vi ringer dig.')).toBeVisible()
  await expect.element(again.getByRole('button', { name: 'Spara' })).toHaveAttribute('aria-disabled', 'true')
  await expect.element(field).toHaveValue('Vi planerar in den.')
  await again.getByRole('button', { name: 'Behåll min text' }).click()
  await expect.element(field).toHaveFocus()
  await again.getByRole('button', { name: 'Spara' }).click()
  await expect
    .poll(() => sent.map(({ text, version }) => [text, version]))
    .toEqual([
      ['Vi planerar in den.', 3],
      ['Vi planerar in den.', 4],
    ])
  arrive?.()
  await expect.element(again.getByRole('button', { name: 'Spara' })).toHaveAttribute('aria-disabled', 'true')
  await again.unmount()
  others = null
  const last = await show()
  await last.getByRole('textbox').fill('Vi ringer.')
  stored = { text: 'Vi mejlar.', version: 9 }
  await queryClient.invalidateQueries()
  await last.getByRole('button', { name: 'Ta den nya' }).click()
  await expect.element(last.getByRole('textbox')).toHaveValue('Vi mejlar.')
  await last.unmount()
  await expect.element((await show()).getByRole('textbox')).toHaveValue('Vi mejlar.')
})
