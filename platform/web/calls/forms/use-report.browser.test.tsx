// The report hook as employees use it: a form in a real browser, drafts and outbox in a real IndexedDB, and a connection that each test controls.
import { QueryClientProvider } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { post } from '#platform/contract/call.ts'
import { signInText } from '../../page/test-variant.ts'
import { openPhone } from '../../phone/database.ts'
import { type Draft, useDraft } from '../../phone/drafts.ts'
import { sendAll, startOutbox } from '../../phone/outbox/outbox.ts'
import { announceUser, userKey } from '../../who/stored-user.ts'
import { queryClient } from '../query-client.ts'
import { Outcome } from './Outcome.tsx'
import { formDraftSample } from './continued.ts'
import { type FormDraft, useInitialFields, useReport, useTyping } from './use-report.ts'

interface Fields {
  readonly text: string
}

const call = post<{ number: string }, Fields>('/api/prov/add')
const empty: Fields = { text: '' }

function Form() {
  const draft = useDraft<FormDraft<Fields>>('prov', formDraftSample)
  const begun = useInitialFields(draft, empty)
  return begun && <FormFields begun={begun} draft={draft} />
}

function FormFields({ begun, draft }: { begun: Fields; draft: Draft<FormDraft<Fields>> }) {
  const form = useForm<Fields>({ defaultValues: begun })
  const report = useReport({
    call,
    draft,
    fields: form.getValues,
    empty: () => form.reset(empty),
    outbox: ({ text }) => ({ what: 'Prov', about: text }),
  })
  useTyping(form, report.changed)
  return (
    <form onSubmit={(event) => void form.handleSubmit(report.submit)(event)}>
      <label>
        Text <input {...form.register('text')} />
      </label>
      <button>Skicka</button>
      {report.busy && <p>Sparar..</p>}
      <Outcome
        state={report.state}
        saved="Provet är sparat"
        notSent="Provet kunde inte skickas"
        refused={{ title: 'Fel inträffade' }}
      >
        Provet är skickat
      </Outcome>
    </form>
  )
}

interface Arrival {
  readonly key: string | null
  readonly body: Fields
}

let arrived: Arrival[]
let line: () => Promise<Response>

const answer = (status: number, result: unknown, more: object = {}) =>
  Promise.resolve(Response.json({ result, timestamp: new Date().toISOString(), ...more }, { status }))
const taken = () => answer(200, { number: 'P-1' })
const noCoverage = () => Promise.reject(new TypeError('Failed to fetch'))

beforeEach(async () => {
  arrived = []
  line = taken
  localStorage.setItem(userKey, signInText('anna'))
  announceUser()
  const phone = await openPhone()
  for (const store of ['drafts', 'outbox'] as const) await phone.clear(store)
  vi.stubGlobal('fetch', (path: string, { headers, body }: RequestInit = {}) => {
    if (path !== call.path) return noCoverage()
    arrived.push({ key: new Headers(headers).get('idempotency-key'), body: JSON.parse(body as string) as Fields })
    return line()
  })
  await startOutbox()
})
afterEach(() => vi.unstubAllGlobals())

const stored = async (store: 'drafts' | 'outbox') => (await openPhone()).getAll(store)

async function open() {
  const screen = await render(
    <QueryClientProvider client={queryClient}>
      <Form />
    </QueryClientProvider>,
  )
  return {
    text: screen.getByLabelText('Text'),
    send: screen.getByRole('button', { name: 'Skicka' }),
    says: (words: string | RegExp) => expect.element(screen.getByText(words)),
    close: () => screen.unmount(),
  }
}

it('keeps what is typed, and restores it when the form is opened again', async () => {
  const first = await open()
  await first.text.fill('Bromsen drar')
  await expect
    .poll(() => stored('drafts'))
    .toMatchObject([{ subject: 'anna', value: { fields: { text: 'Bromsen drar' } } }])
  await first.close()
  const again = await open()
  await expect.element(again.text).toHaveValue('Bromsen drar')
  // An empty form has no draft.
  await again.text.fill('')
  await expect.poll(() => stored('drafts')).toEqual([])
})

it('is sent once by two taps, with one key, and leaves an empty form and no draft', async () => {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  line = () => held.then(taken)
  const form = await open()
  await form.text.fill('En gång')
  await form.send.click()
  await form.says('Sparar..').toBeVisible()
  await form.send.click()
  letGo()
  await form.says('Provet är skickat').toBeVisible()
  expect(arrived).toEqual([{ key: expect.stringMatching(/^[\w-]{36}$/), body: { text: 'En gång' } }])
  await expect.element(form.text).toHaveValue('')
  expect(await stored('drafts')).toEqual([])
  expect(await stored('outbox')).toEqual([])
})

it('stays in the form and the draft when refused; the same content keeps its key, other content gets a new one', async () => {
  line = () => answer(400, null, { errorMessage: 'Fel', modelState: { text: ['För kort'] } })
  const form = await open()
  await form.text.fill('Nej')
  await form.send.click()
  await form.says('För kort').toBeVisible()
  await expect.element(form.text).toHaveValue('Nej')
  expect(await stored('outbox')).toEqual([])
  await expect.poll(() => stored('drafts')).toMatchObject([{ value: { fields: { text: 'Nej' } } }])
  await form.send.click()
  await expect.poll(() => arrived.length).toBe(2)
  await form.says('För kort').toBeVisible()
  await form.text.fill('Nej tack')
  line = taken
  await form.send.click()
  await form.says('Provet är skickat').toBeVisible()
  const [first, second, third] = arrived
  expect(second?.key).toBe(first?.key)
  expect(third?.key).not.toBe(first?.key)
})

it('is the same write when tried again from a reopened form after a failure', async () => {
  line = () => answer(500, null)
  const form = await open()
  await form.text.fill('Samma')
  await form.send.click()
  await form.says('Fel inträffade').toBeVisible()
  await form.close()
  line = taken
  const again = await open()
  await expect.element(again.text).toHaveValue('Samma')
  await again.send.click()
  await again.says('Provet är skickat').toBeVisible()
  expect(arrived[1]?.key).toBe(arrived[0]?.key)
})

it('waits without coverage, and is reported as sent once it has been, once', async () => {
  line = noCoverage
  const form = await open()
  await form.text.fill('I tunneln')
  await form.send.click()
  await form.says(/^Provet är sparat på/).toBeVisible()
  await expect.element(form.text).toHaveValue('')
  expect(await stored('drafts')).toEqual([])
  expect(await stored('outbox')).toMatchObject([{ state: 'waiting', body: { text: 'I tunneln' } }])
  line = taken
  await sendAll()
  await form.says('Provet är skickat').toBeVisible()
  expect(new Set(arrived.map(({ key }) => key)).size).toBe(1)
  expect(await stored('outbox')).toMatchObject([{ state: 'sent', body: null }])
})

it('says so when it waited and is refused by the server', async () => {
  line = noCoverage
  const form = await open()
  await form.text.fill('För sent')
  await form.send.click()
  await form.says(/^Provet är sparat på/).toBeVisible()
  line = () => answer(400, null, { modelState: { text: ['Bussen är såld'] } })
  await sendAll()
  await form.says('Provet kunde inte skickas').toBeVisible()
  await form.says(/Bussen är såld/).toBeVisible()
})

it('starts the next one with what is typed while it is being sent', async () => {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  line = () => held.then(taken)
  const form = await open()
  await form.text.fill('Först')
  await form.send.click()
  await form.says('Sparar..').toBeVisible()
  await form.text.fill('Sedan')
  letGo()
  await expect.poll(() => stored('outbox')).toEqual([])
  await expect.element(form.text).toHaveValue('Sedan')
  await expect.poll(() => stored('drafts')).toMatchObject([{ value: { fields: { text: 'Sedan' } } }])
  line = taken
  await form.send.click()
  await expect.poll(() => arrived.map(({ body }) => body.text)).toEqual(['Först', 'Sedan'])
  expect(arrived[1]?.key).not.toBe(arrived[0]?.key)
})

it('shows its outcome until something else is typed', async () => {
  const form = await open()
  await form.text.fill('Kvittot')
  await form.send.click()
  await form.says('Provet är skickat').toBeVisible()
  await form.text.fill('N')
  await form.says('Provet är skickat').not.toBeInTheDocument()
})

it('is sent by itself when the form is left meanwhile', async () => {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  line = () => held.then(noCoverage)
  const form = await open()
  await form.text.fill('På väg ut')
  await form.send.click()
  await form.says('Sparar..').toBeVisible()
  await form.close()
  letGo()
  await expect.poll(() => stored('outbox')).toMatchObject([{ state: 'waiting', body: { text: 'På väg ut' } }])
  line = taken
  await expect.poll(() => sendAll().then(() => stored('outbox'))).toMatchObject([{ state: 'sent' }])
  expect(new Set(arrived.map(({ key }) => key)).size).toBe(1)
})
