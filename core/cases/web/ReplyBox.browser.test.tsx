// The text of an answer while it is being sent, and the text of a template.
import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { post } from '#platform/contract/call.ts'
import { queryClient } from '#platform/web/calls/query-client.ts'
import { signInText } from '#platform/web/page/test-variant.ts'
import { openPhone } from '#platform/web/phone/database.ts'
import { announceUser, userKey } from '#platform/web/who/stored-user.ts'
import { caseCalls } from '../calls.ts'
import type { Reply } from '../messages.ts'
import { aCase } from './case-fixture.ts'
import { ReplyBox } from './ReplyBox.tsx'
import { ReplyForm } from './ReplyForm.tsx'

const calls = caseCalls('prov', { see: 'faults.see', handle: 'faults.handle' })

const reply = post<true, Reply>('/api/prov/svar')

let sent: unknown[]
let arrive: () => void
const done = vi.fn()

beforeEach(async () => {
  sessionStorage.clear()
  localStorage.setItem(userKey, signInText('roger'))
  announceUser()
  await (await openPhone()).clear('outbox')
  queryClient.clear()
  done.mockClear()
  sent = []
  vi.stubGlobal('fetch', (_path: string, { body }: RequestInit) => {
    sent.push(JSON.parse(body as string))
    return new Promise<Response>((resolve) => {
      arrive = () => resolve(Response.json({ result: true, timestamp: '2026-11-21T12:00:00' }))
    })
  })
})
afterEach(() => vi.unstubAllGlobals())

async function open(found = aCase()) {
  const screen = await render(
    <QueryClientProvider client={queryClient}>
      <ReplyBox found={found} calls={calls} ownVersion={-1} onActed={() => undefined} onDone={done} />
    </QueryClientProvider>,
  )
  return {
    text: screen.getByRole('textbox'),
    state: screen.getByLabelText('Status'),
    tab: (name: string) => screen.getByRole('tab', { name }),
    press: (name: string | RegExp) => screen.getByRole('button', { name }).click(),
    close: () => screen.unmount(),
  }
}

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
  const [klar, other] = aCase().next
  // Meanwhile the case can no longer change to the chosen state.
  const later = await open(aCase({ next: [other!] }))
  await expect.element(later.state).toHaveValue('')
  await expect.element(later.text).toHaveValue('')
  await later.close()
  const own = await open()
  await own.state.selectOptions('Klar')
  await own.text.fill(`${klar!.template} Det var gummilisten.`)
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
