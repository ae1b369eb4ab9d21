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

beforeEach(() => {
  localStorage.setItem(userKey, signInText('roger'))
  announceUser()
  queryClient.clear()
  stored = { text: 'Vi tittar på det.', version: 3 }
  sent = []
  arrive = null
  vi.stubGlobal('fetch', (_path: string, { body }: RequestInit = {}) => {
    const timestamp = '2026-11-21T12:00:00'
    if (typeof body !== 'string') {
      const state = { ...stored, state: 'Bedömd', needsText: false, standard: '', changed: null }
      const result: QueueTemplates[] = [{ kind: 'prov', placeholders: [], states: [state] }]
      return Promise.resolve(Response.json({ result, timestamp }))
    }
    const save = JSON.parse(body) as SaveTemplate
    sent.push(save)
    return new Promise<Response>((resolve) => {
      arrive = () => {
        stored = { text: save.text ?? '', version: save.version + 1 }
        resolve(Response.json({ result: true, timestamp }))
      }
    })
  })
})
afterEach(() => vi.unstubAllGlobals())

it('stays, and is saved as a change of what has just been saved', async () => {
  const screen = await render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <OfficeScreensContext value={screens}>
          <TemplatesScreen />
        </OfficeScreensContext>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  const field = screen.getByRole('textbox')
  await field.fill('Vi planerar in den.')
  await screen.getByRole('button', { name: 'Spara' }).click()
  await expect.poll(() => arrive).not.toBeNull()
  await field.fill('Vi planerar in den i veckan.')
  arrive?.()
  await expect.element(screen.getByRole('button', { name: 'Spara' })).toBeEnabled()
  await expect.element(field).toHaveValue('Vi planerar in den i veckan.')
  await screen.getByRole('button', { name: 'Spara' }).click()
  await expect
    .poll(() => sent.map(({ text, version }) => [text, version]))
    .toEqual([
      ['Vi planerar in den.', 3],
      ['Vi planerar in den i veckan.', 4],
    ])
  arrive?.()
  await expect.element(screen.getByRole('button', { name: 'Spara' })).toBeDisabled()
})
