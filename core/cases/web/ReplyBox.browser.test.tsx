// The text of an answer while it is being sent, and the text of a template.
import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { post } from '#platform/contract/call.ts'
import { queryClient } from '#platform/web/calls/query-client.ts'
import { signInText } from '#platform/web/page/test-variant.ts'
import { openPhone } from '#platform/web/phone/database.ts'
import { announceUser, userKey } from '#platform/web/who/stored-user.ts'
import { caseCalls } from '../calls.ts'
import type { Case } from '../contract.ts'
import type { Reply } from '../messages.ts'
import { aCase } from './case-fixture.ts'
import type { OwnAct } from './own-acts.tsx'
import { ReplyBox } from './ReplyBox.tsx'
import { ReplyForm } from './ReplyForm.tsx'
import { setView } from '#platform/web/phone/outbox/state.ts'
import type { Item } from '#platform/web/phone/outbox-item.ts'

const calls = caseCalls('prov', { see: 'faults.see', handle: 'faults.handle' })

const reply = post<true, Reply>('/api/prov/svar')

let sent: unknown[]
/** The idempotency keys of what is sent. */
let keys: (string | null)[]
let arrive: () => void
/** Loses the answer, whether or not what was sent has been stored. */
let lose: () => void
let refuse: (status: number) => void
const done = vi.fn()

beforeEach(async () => {
  sessionStorage.clear()
  localStorage.setItem(userKey, signInText('roger'))
  announceUser()
  await (await openPhone()).clear('outbox')
  queryClient.clear()
  done.mockClear()
  sent = []
  keys = []
  vi.stubGlobal('fetch', (path: string, { body, headers }: RequestInit) => {
    // When an answer was lost, the page checks whether the portal can be reached.
    if (!path.startsWith('/api/')) return Promise.resolve(new Response())
    sent.push(JSON.parse(body as string))
    keys.push(new Headers(headers).get('Idempotency-Key'))
    const { promise, resolve, reject } = Promise.withResolvers<Response>()
    const timestamp = '2026-11-21T12:00:00'
    arrive = () => resolve(Response.json({ result: true, timestamp }))
    lose = () => reject(new TypeError('no coverage'))
    refuse = (status) => resolve(Response.json({ result: null, errorMessage: 'Ändrat.', timestamp }, { status }))
    return promise
  })
})
afterEach(() => vi.unstubAllGlobals())

function Box({ found }: { found: Case }) {
  const [own, setOwn] = useState<OwnAct | null>(null)
  return <ReplyBox found={found} calls={calls} own={own} onActed={setOwn} onDone={done} />
}

const boxOf = (found = aCase()) => (
  <QueryClientProvider client={queryClient}>
    <Box found={found} />
  </QueryClientProvider>
)

async function open(found = aCase()) {
  const screen = await render(boxOf(found))
  return {
    text: screen.getByRole('textbox'),
    state: screen.getByLabelText('Status'),
    tab: (name: string) => screen.getByRole('tab', { name }),
    press: (name: string | RegExp) => screen.getByRole('button', { name }).click(),
    loadedAgain: (now: Case) => screen.rerender(boxOf(now)),
    close: () => screen.unmount(),
  }
}

const changed = 'Ärendet har ändrats medan du skrev. Läs händelserna ovanför innan du skickar.'
const klar = aCase().next[0]!

/** Sends a note or an answer, also as a question or with a status, and loses the response. */
async function openAndLose(how: 'answer' | 'question' | 'status' | 'note') {
  const box = await open()
  if (how === 'note') await box.tab('Intern anteckning').click()
  if (how === 'status') await box.state.selectOptions('Klar')
  await box.text.fill('Vi tittar på det.')
  if (how === 'question') await page.getByLabelText(/^Fråga/).click()
  await box.press(/^(Skicka|Spara)/)
  await expect.poll(() => sent).toHaveLength(1)
  lose()
  await expect.element(page.getByRole('button', { name: /^(Skicka|Spara)[, ]/ })).toBeVisible()
  return box
}

it.each(['answer', 'question', 'status', 'note'] as const)(
  'sends %s whose answer was lost as it was and with its key, here and in a case opened again, and asks for nothing to be read',
  async (how) => {
    const box = await openAndLose(how)
    // What was sent has been stored: the case has the chosen status, which can no longer be chosen.
    const next = how === 'status' ? aCase().next.slice(1) : aCase().next
    const now = aCase({ version: 4, next })
    await box.loadedAgain(now)
    await box.press(/^(Skicka|Spara)[, ]/)
    await expect.poll(() => sent).toHaveLength(2)
    lose()
    await box.close()
    const again = await open(now)
    if (how === 'note') await again.tab('Intern anteckning').click()
    await expect.element(again.text).toHaveValue('Vi tittar på det.')
    await expect.element(page.getByText(changed)).not.toBeInTheDocument()
    if (how === 'status') await expect.element(again.state).toHaveValue(aCase().next[0]?.name)
    await again.press(/^(Skicka|Spara)[, ]/)
    await expect.poll(() => sent).toHaveLength(3)
    expect(sent[1]).toEqual(sent[0])
    expect(sent[2]).toEqual(sent[0])
    expect(new Set(keys).size).toBe(1)
    arrive()
    await expect.element(again.text).toHaveValue('')
    await expect.poll(() => sessionStorage.length).toBe(0)
    await again.text.fill('Vi tittar på det.')
    await again.press(/^(Skicka|Spara)[, ]/)
    await expect.poll(() => new Set(keys).size).toBe(2)
  },
)

it('sends a text that was changed after its answer was lost as another one, when what has happened is read', async () => {
  const box = await openAndLose('answer')
  await box.loadedAgain(aCase({ version: 4 }))
  await box.text.fill('Vi tittar på det i dag.')
  await expect.element(page.getByText(changed)).toBeVisible()
  // With the text that was sent, it is the same attempt again.
  await box.text.fill('Vi tittar på det.')
  await expect.element(page.getByText(changed)).not.toBeInTheDocument()
  await box.text.fill('Vi tittar på det i dag.')
  await box.press('Jag har läst')
  await box.press('Skicka svar')
  await expect.poll(() => sent).toMatchObject([{ version: 3 }, { version: 4, text: 'Vi tittar på det i dag.' }])
  expect(new Set(keys).size).toBe(2)
})

it('begins anew after a text that was emptied, whatever became of it', async () => {
  const box = await openAndLose('answer')
  await box.loadedAgain(aCase({ version: 4 }))
  await box.text.fill('')
  await box.text.fill('Vi tittar på det.')
  await box.press('Skicka svar')
  await expect.poll(() => sent).toMatchObject([{ version: 3 }, { version: 4 }])
  expect(new Set(keys).size).toBe(2)
})

it('asks for what has changed to be read when an answer was refused, and sends it as another one', async () => {
  const box = await open()
  await box.text.fill('Vi tittar på det.')
  await box.press('Skicka svar')
  await expect.poll(() => sent).toHaveLength(1)
  refuse(409)
  await expect.element(page.getByText('Ändrat.')).toBeVisible()
  await box.loadedAgain(aCase({ version: 4 }))
  await expect.element(page.getByText(changed)).toBeVisible()
  await box.close()
  const again = await open(aCase({ version: 4 }))
  await again.press('Jag har läst')
  await again.press('Skicka svar')
  await expect.poll(() => sent).toMatchObject([{ version: 3 }, { version: 4 }])
  expect(new Set(keys).size).toBe(2)
})

it.each([429, 500])('sends an answer that got no answer of its own with its key again: %i', async (status) => {
  const box = await openAndLose('answer')
  await box.press('Skicka svar')
  await expect.poll(() => sent).toHaveLength(2)
  refuse(status)
  await expect.element(page.getByRole('button', { name: 'Skicka svar' })).toBeVisible()
  await box.press('Skicka svar')
  await expect.poll(() => sent.length).toBeGreaterThan(2)
  expect(new Set(keys).size).toBe(1)
})

it('clears an answer that has been sent, and leaves the case', async () => {
  const box = await open()
  await box.text.fill('Vi tittar på det.')
  await box.press('Skicka svar')
  await expect.poll(() => sent).toMatchObject([{ text: 'Vi tittar på det.' }])
  arrive()
  await expect.element(box.text).toHaveValue('')
  expect(done).toHaveBeenCalledOnce()
  expect(sessionStorage).toHaveLength(0)
})

it.each([
  ['an answer', 'Svar till Anna', 'Skicka svar'],
  ['a note', 'Intern anteckning', 'Spara anteckning'],
])('keeps what is typed while %s is being sent', async (_what, tab, button) => {
  const box = await open()
  await box.tab(tab).click()
  await box.text.fill('Vi tittar på det.')
  await box.press(button)
  await expect.poll(() => sent).toHaveLength(1)
  await box.text.fill('Vi tittar på det. I dag klockan tre.')
  arrive()
  await expect.element(box.text).toHaveValue('Vi tittar på det. I dag klockan tre.')
  expect(done).not.toHaveBeenCalled()
  await box.close()
  const again = await open()
  await again.tab(tab).click()
  await expect.element(again.text).toHaveValue('Vi tittar på det. I dag klockan tre.')
})

it('sends what was typed while an answer was being sent about the case as it is after that answer', async () => {
  const { text, press, loadedAgain } = await open(aCase({ version: 3 }))
  await text.fill('Vi tittar på det.')
  await press('Skicka svar')
  await text.fill('Vi tittar på det i kväll.')
  arrive()
  await expect.poll(() => queryClient.isMutating()).toBe(0)
  await loadedAgain(aCase({ version: 4 }))
  await press('Skicka svar')
  await expect.poll(() => sent.length).toBe(2)
  expect(sent[1]).toMatchObject({ text: 'Vi tittar på det i kväll.', version: 4 })
})

it('counts the mark that goes with an ended case among its own changes', async () => {
  const box = await open(aCase({ marked: true }))
  await box.state.selectOptions('Klar')
  await box.press(/^Skicka/)
  await expect.poll(() => sent).toMatchObject([{ version: 3, state: 'Klar' }])
  await box.text.fill('Bussen får gå igen.')
  arrive()
  await expect.poll(() => queryClient.isMutating()).toBe(0)
  await box.loadedAgain(aCase({ version: 5, next: [] }))
  await expect.element(box.text).toHaveValue('Bussen får gå igen.')
  await expect.element(page.getByText(changed)).not.toBeInTheDocument()
})

it('keeps what is typed in a case that was left and opened again while its answer was being sent', async () => {
  const box = await open()
  await box.text.fill('Vi tittar på det.')
  await box.press('Skicka svar')
  await expect.poll(() => sent).toHaveLength(1)
  await box.close()
  const again = await open()
  await again.text.fill('Vi tittar på det. I dag klockan tre.')
  arrive()
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(done).not.toHaveBeenCalled()
  await again.close()
  await expect.element((await open()).text).toHaveValue('Vi tittar på det. I dag klockan tre.')
})

it('does not offer again what has been sent from a case that was left and opened again meanwhile', async () => {
  const box = await open()
  await box.state.selectOptions('Klar')
  await box.text.fill('Dörren är lagad.')
  await box.press('Skicka, sätt Klar')
  await expect.poll(() => sent).toHaveLength(1)
  await box.close()
  const again = await open()
  await expect.element(again.text).toHaveValue('Dörren är lagad.')
  arrive()
  await expect.element(again.text).toHaveValue('')
  await expect.element(again.state).toHaveValue('')
  await expect.poll(() => sessionStorage.length).toBe(0)
})

it('keeps the status that is chosen in a case opened again while its answer was being sent', async () => {
  const box = await open()
  await box.state.selectOptions('Klar')
  await box.press('Skicka, sätt Klar')
  await expect.poll(() => sent).toHaveLength(1)
  await box.close()
  const again = await open()
  await again.state.selectOptions('Ingen åtgärd')
  arrive()
  await new Promise((resolve) => setTimeout(resolve, 300))
  await again.close()
  const last = await open()
  await expect.element(last.state).toHaveValue('Ingen åtgärd')
  await expect.element(last.text).toHaveValue('Vi kan inte hitta felet.')
})

it('stays in the case when a note has been begun while the answer was being sent', async () => {
  const box = await open()
  await box.text.fill('Vi tittar på det.')
  await box.press('Skicka svar')
  await expect.poll(() => sent).toHaveLength(1)
  await box.tab('Intern anteckning').click()
  await box.text.fill('Ring depån')
  arrive()
  await box.tab('Svar till Anna').click()
  await expect.element(box.text).toHaveValue('')
  expect(done).not.toHaveBeenCalled()
})

it('keeps what a reporter types while a reply is being sent', async () => {
  const screen = await render(
    <QueryClientProvider client={queryClient}>
      <ReplyForm number="F-1042" to="verkstaden" reply={reply} reloads={[]} />
    </QueryClientProvider>,
  )
  const text = screen.getByRole('textbox')
  await text.fill('Det låter igen.')
  await screen.getByRole('button', { name: 'Skicka svar' }).click()
  await expect.poll(() => sent).toHaveLength(1)
  await text.fill('Det låter igen. Mest på morgonen.')
  arrive()
  await expect.element(screen.getByRole('button', { name: 'Skicka svar' })).toBeVisible()
  await expect.element(text).toHaveValue('Det låter igen. Mest på morgonen.')
  await text.fill('Det låter igen.')
  await screen.getByRole('button', { name: 'Skicka svar' }).click()
  await expect.poll(() => sent).toHaveLength(2)
  arrive()
  await expect.element(text).toHaveValue('')
})

it('says that a reply waits when the report has been closed and opened again', async () => {
  const waiting = { id: 'a', path: reply.path, body: { number: 'F-1042', text: 'Det låter igen.' }, state: 'waiting' }
  const of = (number: string) =>
    render(
      <QueryClientProvider client={queryClient}>
        <ReplyForm number={number} to="verkstaden" reply={reply} reloads={[]} />
      </QueryClientProvider>,
    )
  // With its lock, because the outbox shows its own items once more after it has sent the reply of the test before.
  await navigator.locks.request('linjen.outbox', async () => {
    setView({ items: [waiting as unknown as Item], sending: null })
    const screen = await of('F-1042')
    await expect.element(screen.getByText('Svaret skickas när du har täckning')).toBeVisible()
    await expect.element(screen.getByText('Det låter igen.')).toBeVisible()
    await expect.element(screen.getByRole('textbox')).not.toBeInTheDocument()
    await screen.unmount()
    await expect.element((await of('F-1043')).getByRole('textbox')).toBeVisible()
    setView({ items: [], sending: null })
  })
})

it('asks for what changed since a text was begun to be read, also when the case is opened again', async () => {
  const box = await open(aCase({ version: 1 }))
  await box.text.fill('Bussen kan köras.')
  await box.close()
  const again = await open(aCase({ version: 3 }))
  await expect.element(again.text).toHaveValue('Bussen kan köras.')
  await again.press('Jag har läst')
  await again.press('Skicka svar')
  await expect.poll(() => sent).toMatchObject([{ version: 3, text: 'Bussen kan köras.' }])
})

it('comes back with the status that a template was written for', async () => {
  const box = await open()
  await box.state.selectOptions('Klar')
  await expect.element(box.text).toHaveValue('Felet är åtgärdat.')
  await box.close()
  const again = await open()
  await expect.element(again.text).toHaveValue('Felet är åtgärdat.')
  await expect.element(again.state).toHaveValue('Klar')
  await again.state.selectOptions('Ingen åtgärd')
  await expect.element(again.text).toHaveValue('Vi kan inte hitta felet.')
  await again.press('Skicka, sätt Ingen åtgärd')
  await expect.poll(() => sent).toMatchObject([{ text: 'Vi kan inte hitta felet.', state: 'Ingen åtgärd' }])
})

it('forgets the text of a template with its status, and keeps what somebody has written', async () => {
  const box = await open()
  await box.state.selectOptions('Klar')
  await box.close()
  const other = aCase().next[1]
  // Meanwhile the case can no longer change to the chosen state.
  const later = await open(aCase({ next: [other!] }))
  await expect.element(later.state).toHaveValue('')
  await expect.element(later.text).toHaveValue('')
  await later.close()
  const own = await open()
  await own.state.selectOptions('Klar')
  await own.text.fill(`${klar.template} Det var gummilisten.`)
  await own.close()
  const last = await open(aCase({ next: [other!] }))
  await expect.element(last.text).toHaveValue('Felet är åtgärdat. Det var gummilisten.')
  await last.state.selectOptions('Ingen åtgärd')
  await expect.element(last.text).toHaveValue('Felet är åtgärdat. Det var gummilisten.')
})

it('opens when it is written in, and a question is ticked after its text or before it', async () => {
  await page.viewport(1280, 800)
  const box = await open(aCase())
  const asks = page.getByLabelText('Fråga: klockan stannar tills svaret kommer')
  await expect.element(asks).not.toBeVisible()
  await box.tab('Intern anteckning').click()
  await box.tab('Svar till Anna').click()
  await asks.click()
  await expect.element(asks).toBeChecked()
  await asks.click()
  await box.text.fill('Är det samma dörr som i går?')
  await asks.click()
  await expect.element(asks).toBeChecked()
})
