// A form of a case that a colleague has filled in since it was opened here, and what the employee sends after filling in one.
import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { queryClient } from '#platform/web/calls/query-client.ts'
import { signInText } from '#platform/web/page/test-variant.ts'
import { LiveRegion } from '#platform/web/ui/LiveRegion.tsx'
import { announceUser, userKey } from '#platform/web/who/stored-user.ts'
import { caseCalls } from '../calls.ts'
import type { Fill } from '../acts.ts'
import type { Case } from '../contract.ts'
import { CasePane } from './CasePane.tsx'
import { aCase } from './case-fixture.ts'

const calls = caseCalls('prov', { see: 'faults.see', handle: 'faults.handle' })
const field = { required: false, choices: [], hint: null, kind: 'text' as const }
const stale = 'Ärendet har ändrats medan du hade det öppet: Eva Ek fyllde i Utredning.'
const done = vi.fn()
let sent: Fill[]
/** The idempotency keys of what is sent. */
let keys: (string | null)[]
/** Whether the form may be filled in several times. */
let many: boolean
/** Whether the answer is lost although the form has been stored. */
let loses: boolean
let acts: { version?: number }[]
let loading: Promise<void>
let answering: Promise<void>
/** `cause` is null as long as nobody has filled the form in. */
let now: Pick<Case, 'version'> & { cause: string | null }

const filledIn = (cause: string) => ({
  item: 1,
  values: { orsak: cause },
  shown: [{ label: 'Orsak', value: cause }],
  at: '2026-11-21T12:00:00',
  by: 'Eva Ek',
  late: null,
})

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
        many,
        open: true,
        fields: [
          { ...field, name: 'orsak', label: 'Orsak' },
          { ...field, name: 'kontroll', label: 'Kontroll' },
        ],
        filled: now.cause === null ? [] : [filledIn(now.cause)],
      },
    ],
  })

async function answerTo(path: string, { body, headers }: RequestInit): Promise<Response> {
  // When an answer was lost, the page checks whether the portal can be reached.
  if (!path.startsWith('/api/')) return new Response()
  const timestamp = '2026-11-21T12:00:00'
  if (path.startsWith(calls.answer.path) || path.startsWith(calls.note.path)) {
    const act = JSON.parse(body as string) as { version?: number }
    acts.push(act)
    if (act.version === undefined) now = { ...now, version: now.version + 1 }
    await answering
    return Response.json({ result: true, timestamp })
  }
  if (!path.startsWith(calls.fill.path)) {
    const result = found()
    await loading
    return Response.json({ result, timestamp })
  }
  const fill = JSON.parse(body as string) as Fill
  sent.push(fill)
  const key = new Headers(headers).get('Idempotency-Key')
  const again = keys.includes(key)
  keys.push(key)
  if (again) return Response.json({ result: true, timestamp })
  if (fill.version !== now.version)
    return Response.json({ result: null, errorMessage: stale, timestamp }, { status: 409 })
  now = { version: now.version + 1, cause: fill.values['orsak'] ?? '' }
  if (loses) throw new TypeError('no coverage')
  return Response.json({ result: true, timestamp })
}

beforeEach(() => {
  sessionStorage.clear()
  localStorage.setItem(userKey, signInText('emil'))
  announceUser()
  queryClient.clear()
  sent = []
  keys = []
  many = false
  loses = false
  acts = []
  loading = Promise.resolve()
  answering = Promise.resolve()
  done.mockClear()
  now = { version: 3, cause: 'Okänd orsak' }
  vi.stubGlobal('fetch', (path: string, init: RequestInit = {}) => answerTo(path, init))
})
afterEach(() => vi.unstubAllGlobals())

const open = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <CasePane calls={calls} number="F-1042" closed="/" onDone={done} to={() => '/'} />
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

/** Lets the case load only when the returned function is called. */
function holdLoads(): () => void {
  let release = () => undefined as void
  loading = new Promise((resolve) => {
    release = resolve
  })
  return release
}

it('is done when the case is loaded again, so that what is sent next is about that', async () => {
  const screen = await open()
  await screen.getByRole('textbox', { name: 'Svar till Anna' }).fill('Vi har sandat trappan.')
  await screen.getByRole('button', { name: /^Ändra/ }).click()
  const dialog = screen.getByRole('dialog')
  await dialog.getByLabelText('Orsak').fill('Halt i trappan')
  const load = holdLoads()
  await dialog.getByRole('button', { name: 'Spara' }).click()
  await expect.poll(() => sent).toHaveLength(1)
  await expect.element(dialog.getByRole('button', { name: 'Sparar..' })).toBeVisible()
  // Although the dialog is closed before the act is done, an answer about the former version is still held back.
  await dialog.getByRole('button', { name: 'Stäng' }).click()
  const send = screen.getByRole('button', { name: 'Skicka svar' })
  await expect.element(send).toHaveAttribute('aria-busy', 'true')
  await screen.getByRole('button', { name: /^Ändra/ }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  load()
  await expect.element(dialog.getByLabelText('Orsak')).toHaveValue('Halt i trappan')
  await dialog.getByRole('button', { name: 'Stäng' }).click()
  await send.click()
  await expect.poll(() => acts).toMatchObject([{ version: 4, text: 'Vi har sandat trappan.' }])
})

it('and an own note are no change that has to be read first', async () => {
  const screen = await open()
  await screen.getByRole('textbox', { name: 'Svar till Anna' }).fill('Vi har sandat trappan.')
  await screen.getByRole('tab', { name: 'Intern anteckning' }).click()
  await screen.getByRole('textbox', { name: 'Intern anteckning' }).fill('Ringt entreprenören.')
  const load = holdLoads()
  await screen.getByRole('button', { name: 'Spara anteckning' }).click()
  await expect.poll(() => acts).toHaveLength(1)
  await screen.getByRole('tab', { name: 'Svar till Anna' }).click()
  const send = screen.getByRole('button', { name: 'Skicka svar' })
  await expect.element(send).toHaveAttribute('aria-busy', 'true')
  load()
  await expect.element(send).not.toHaveAttribute('aria-busy')
  expect(screen.getByText('Ärendet har ändrats medan du skrev.').elements()).toHaveLength(0)
  await send.click()
  await expect.poll(() => acts.at(-1)).toMatchObject({ version: 4, text: 'Vi har sandat trappan.' })
})

it('keeps what is typed when the dialog is closed by mistake, until it is saved or begun anew', async () => {
  const screen = await open()
  const edit = screen.getByRole('button', { name: /^Ändra/ })
  const dialog = screen.getByRole('dialog')
  await edit.click()
  await dialog.getByLabelText('Kontroll').fill('Följs upp i mars')
  await dialog.getByRole('button', { name: 'Stäng' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await edit.click()
  await expect.element(dialog.getByText('Det du började fylla i är kvar.')).toBeVisible()
  await expect.element(dialog.getByLabelText('Kontroll')).toHaveValue('Följs upp i mars')
  await dialog.getByRole('button', { name: 'Börja om' }).click()
  await expect.element(dialog.getByLabelText('Kontroll')).toHaveValue('')
  await dialog.getByLabelText('Kontroll').fill('Följs upp i maj')
  await dialog.getByRole('button', { name: 'Spara' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await edit.click()
  await expect.element(dialog.getByLabelText('Kontroll')).toHaveValue('')
})

it('says what a colleague has filled in since the draft was left', async () => {
  const screen = await open()
  const dialog = screen.getByRole('dialog')
  await screen.getByRole('button', { name: /^Ändra/ }).click()
  await dialog.getByLabelText('Kontroll').fill('Följs upp i mars')
  await dialog.getByRole('button', { name: 'Stäng' }).click()
  now = { version: 4, cause: 'Halt i trappan' }
  await queryClient.invalidateQueries()
  await expect.element(screen.getByText('Halt i trappan').first()).toBeInTheDocument()
  await screen.getByRole('button', { name: /^Ändra/ }).click()
  await expect.element(dialog.getByText('Så står det nu, ifyllt av Eva Ek')).toBeVisible()
  await expect.element(dialog.getByLabelText('Kontroll')).toHaveValue('Följs upp i mars')
})

it('keeps the first that was typed when a colleague fills the form in before it is saved', async () => {
  now = { version: 3, cause: null }
  const screen = await open()
  const dialog = screen.getByRole('dialog')
  await screen.getByRole('button', { name: /^Fyll i/ }).click()
  await dialog.getByLabelText('Kontroll').fill('Följs upp i mars')
  now = { version: 4, cause: 'Halt i trappan' }
  await dialog.getByRole('button', { name: 'Spara' }).click()
  await expect.element(dialog.getByText(stale)).toBeVisible()
  // Closed to read the case, and opened again.
  await dialog.getByRole('button', { name: 'Stäng' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await screen.getByRole('button', { name: /^Ändra/ }).click()
  await expect.element(dialog.getByLabelText('Kontroll')).toHaveValue('Följs upp i mars')
  await expect.element(dialog.getByText('Så står det nu, ifyllt av Eva Ek')).toBeVisible()
})

it.each(['leaves the case', 'has left it and opened it again', 'has begun a form in it'])(
  'goes on to the next case after an answer, unless who sent it %s meanwhile',
  async (what) => {
    const held = Promise.withResolvers<void>()
    answering = held.promise
    const screen = await open()
    await screen.getByRole('textbox').fill('Vi tittar på det.')
    await screen.getByRole('button', { name: 'Skicka svar' }).click()
    await expect.poll(() => acts).toHaveLength(1)
    if (what !== 'has begun a form in it') await screen.unmount()
    const again = what === 'leaves the case' ? null : what === 'has begun a form in it' ? screen : await open()
    await again?.getByRole('button', { name: /^Ändra/ }).click()
    held.resolve()
    // The draft is gone when the request has been answered.
    await expect.poll(() => Object.values(sessionStorage)).not.toContain('Vi tittar på det.')
    expect(done).not.toHaveBeenCalled()
    if (again) await expect.element(again.getByRole('dialog')).toBeVisible()
  },
)

it.each([false, true])(
  'is stored once when its answer was lost and the case is opened again, where there may be several: %s',
  async (several) => {
    many = several
    loses = true
    now = { version: 3, cause: null }
    const screen = await open()
    await screen.getByRole('button', { name: /^(Fyll i|Lägg till)/ }).click()
    await screen.getByRole('dialog').getByLabelText('Orsak').fill('Halt i trappan')
    await screen.getByRole('button', { name: 'Spara' }).click()
    await expect.poll(() => sent).toHaveLength(1)
    await screen.unmount()
    await queryClient.invalidateQueries()
    const again = await open()
    const dialog = again.getByRole('dialog')
    await again.getByRole('button', { name: several ? /^Lägg till/ : /^Ändra/ }).click()
    await expect.element(dialog.getByLabelText('Orsak')).toHaveValue('Halt i trappan')
    await expect.element(dialog.getByText(/^Så står det nu/)).not.toBeInTheDocument()
    await dialog.getByRole('button', { name: 'Spara' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(sent[1]).toEqual(sent[0])
    expect(new Set(keys).size).toBe(1)
    await expect.poll(() => sessionStorage.length).toBe(0)
  },
)

it('begins anew where it is given up after its answer was lost: what is filled in then is another one', async () => {
  many = true
  loses = true
  const screen = await open()
  const dialog = screen.getByRole('dialog')
  await screen.getByRole('button', { name: /^Lägg till/ }).click()
  await dialog.getByLabelText('Orsak').fill('Halt i trappan')
  await screen.getByRole('button', { name: 'Spara' }).click()
  await expect.poll(() => sent).toHaveLength(1)
  await screen.unmount()
  loses = false
  await queryClient.invalidateQueries()
  const again = await open()
  await again.getByRole('button', { name: /^Lägg till/ }).click()
  await dialog.getByRole('button', { name: 'Börja om' }).click()
  await expect.element(dialog.getByLabelText('Orsak')).toHaveValue('')
  await dialog.getByLabelText('Orsak').fill('Halt i trappan')
  await dialog.getByRole('button', { name: 'Spara' }).click()
  await expect.poll(() => sent).toHaveLength(2)
  expect(new Set(keys).size).toBe(2)
})

it('what is saved is announced in words that fit every form', async () => {
  now = { version: 3, cause: null }
  const { container } = await render(<LiveRegion />)
  const screen = await open()
  await screen.getByRole('button', { name: /^Fyll i/ }).click()
  await screen.getByRole('dialog').getByLabelText('Orsak').fill('Halt')
  await screen.getByRole('dialog').getByRole('button', { name: 'Spara' }).click()
  await expect.poll(() => container.textContent).toBe('Sparat: Utredning')
})
