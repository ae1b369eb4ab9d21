// Choosing an employee while the server is slow, fails or answers late, and with names copied from elsewhere.
import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { Call } from '#platform/contract/call.ts'
import { queryClient } from '#platform/web/calls/query-client.ts'
import { signInText } from '#platform/web/page/test-variant.ts'
import { announceUser, userKey } from '#platform/web/who/stored-user.ts'
import type { Person, PersonQuery } from '../persons.ts'
import { NumberField, PersonField } from './PersonField.tsx'

const call = { method: 'GET', path: '/api/kontor/prov/personer' } as Call<Person[], PersonQuery>
const persons = [
  ['Anna Alm', '1003'],
  ['Anna Berg', '1001'],
  ['Anna Berg', '1002'],
  ['Anders Åkerlund', '1004'],
].map(([name = '', number = '']): Person => ({ id: `id-${number}`, name, number, area: 'Umeå' }))

type Asked = { sok: string; answers: (found?: Person[], status?: number) => void }
let asked: Asked[]
/** Whether requests are answered at once, with the persons whose name or number begins with the text. */
let quick: boolean
const calledSo = (sok: string) =>
  persons.filter(({ name, number }) => [name, number].some((each) => each.toLowerCase().startsWith(sok.toLowerCase())))

beforeEach(() => {
  localStorage.setItem(userKey, signInText('ulrika'))
  announceUser()
  queryClient.clear()
  asked = []
  quick = true
  vi.stubGlobal('fetch', (path: string) => {
    const sok = new URL(path, 'http://linjen').searchParams.get('sok') ?? ''
    return new Promise<Response>((resolve) => {
      const answers: Asked['answers'] = (result = calledSo(sok), status = 200) =>
        resolve(Response.json({ result, timestamp: '2026-11-21T12:00:00', errorMessage: '' }, { status }))
      asked.push({ sok, answers })
      if (quick) answers()
    })
  })
})
afterEach(() => vi.unstubAllGlobals())

async function open() {
  let person: Person | null = null
  function Form() {
    const [typed, setTyped] = useState('')
    return (
      <PersonField
        label="Anställd"
        call={call}
        emptyText="Ingen heter så"
        typed={typed}
        onChange={(text, chosen) => {
          setTyped(text)
          person = chosen
        }}
      />
    )
  }
  const screen = await render(
    <QueryClientProvider client={queryClient}>
      <h1 tabIndex={-1}>Roller</h1>
      <Form />
    </QueryClientProvider>,
  )
  return {
    screen,
    field: screen.getByRole('combobox', { name: 'Anställd' }),
    shown: () =>
      screen
        .getByRole('option')
        .elements()
        .map((option) => option.textContent),
    chosen: () => person?.id ?? null,
  }
}

const isAsked = (sok: string) => expect.poll(() => asked.map((each) => each.sok)).toContain(sok)
const answer = (sok: string, ...found: Parameters<Asked['answers']>) =>
  asked.find((each) => each.sok === sok)?.answers(...found)

it('says that nobody is called so when the answer says it, and not before', async () => {
  quick = false
  const { screen, field } = await open()
  await userEvent.fill(field, 'xyz')
  await isAsked('xyz')
  await expect.element(screen.getByText('Söker..')).toBeVisible()
  await expect.element(screen.getByText('Ingen heter så')).not.toBeInTheDocument()
  answer('xyz', [])
  await expect.element(screen.getByText('Ingen heter så')).toBeVisible()
})

it('does not take a failure for nobody of the name, and asks again by a button', async () => {
  quick = false
  const { screen, field, shown } = await open()
  await userEvent.fill(field, 'anna')
  await isAsked('anna')
  answer('anna', [], 500)
  await expect.element(screen.getByText('Personerna kunde inte hämtas')).toBeVisible()
  await expect.element(screen.getByText('Ingen heter så')).not.toBeInTheDocument()
  const again = screen.getByRole('button', { name: 'Försök igen' })
  asked = []
  await again.click()
  await isAsked('anna')
  await expect.element(again).toHaveAttribute('aria-busy', 'true')
  await expect.element(again).toHaveFocus()
  answer('anna')
  await expect.element(screen.getByText('Personerna kunde inte hämtas')).not.toBeInTheDocument()
  await expect.element(screen.getByRole('heading')).toHaveFocus()
  await userEvent.click(field)
  await expect.poll(() => shown().length).toBe(3)
})

it('an answer that comes late does not change whom Enter chooses', async () => {
  const { field, chosen, shown } = await open()
  await userEvent.type(field, 'an')
  await expect.poll(() => shown().length).toBe(4)
  quick = false
  await userEvent.type(field, 'n')
  await isAsked('ann')
  await userEvent.keyboard('{ArrowDown}')
  await expect.poll(() => document.querySelector('[aria-selected=true]')?.textContent).toBe('Anna Berg, 1001, Umeå')
  const newcomer = { id: 'id-1000', name: 'Anna Aa', number: '1000', area: null }
  answer('ann', [newcomer, ...calledSo('ann')])
  await expect.poll(() => shown().length).toBe(4)
  await userEvent.keyboard('{Enter}')
  expect(chosen()).toBe('id-1001')
})

it('the later of two questions counts, in whichever order they are answered', async () => {
  quick = false
  const { field, shown } = await open()
  await userEvent.type(field, 'an')
  await isAsked('an')
  await userEvent.type(field, 'd')
  await isAsked('and')
  answer('and')
  await expect.poll(shown).toEqual(['Anders Åkerlund, 1004, Umeå'])
  answer('an')
  await expect.poll(shown).toEqual(['Anders Åkerlund, 1004, Umeå'])
})

it('who was chosen is so no longer when the text is edited, and can be chosen again from there', async () => {
  const { field, shown, chosen } = await open()
  await userEvent.type(field, 'anna b')
  await expect.poll(shown).toEqual(['Anna Berg, 1001, Umeå', 'Anna Berg, 1002, Umeå'])
  await userEvent.keyboard('{ArrowDown}{Enter}')
  expect(chosen()).toBe('id-1002')
  await userEvent.keyboard('{Backspace}')
  expect(chosen()).toBeNull()
  await expect.poll(shown).toEqual(['Anna Berg, 1002, Umeå'])
  await userEvent.type(field, 'å')
  expect(chosen()).toBe('id-1002')
})

it('a name is found with its words in the other order, with a comma too', async () => {
  quick = false
  const { field, shown } = await open()
  for (const typed of ['Åkerlund Anders', 'Åkerlund, And']) {
    await userEvent.fill(field, typed)
    await isAsked(typed)
    answer(typed, persons)
    await expect.poll(shown, { message: typed }).toEqual(['Anders Åkerlund, 1004, Umeå'])
  }
})

it.each([
  ['decomposed letters', 'Anders Åker'.normalize('NFD')],
  ['two spaces and a no-break one', ' Anders \u00a0Åker '],
  ['a soft hyphen and a zero-width space', 'An\u00adders\u200b Åker'],
])('a name is found with %s', async (_what, typed) => {
  const { field, shown } = await open()
  await userEvent.fill(field, typed)
  await isAsked('Anders Åker')
  await expect.poll(shown).toEqual(['Anders Åkerlund, 1004, Umeå'])
})

it('a text that is too long for any name is nobody’s, and no failure', async () => {
  const { screen, field } = await open()
  await userEvent.fill(field, `${'😀'.repeat(60)} ${'a'.repeat(200)}`)
  await expect.element(screen.getByText('Ingen heter så')).toBeVisible()
  expect(asked.every(({ sok }) => sok.length <= 100 && !sok.includes('\ufffd'))).toBe(true)
})

it('a form that sends a number sends what is typed, and nothing for an empty field', async () => {
  const sent: string[] = []
  const screen = await render(
    <QueryClientProvider client={queryClient}>
      <NumberField
        label="Chef"
        call={call}
        emptyText="Ingen heter så"
        first="Eva Ek, 1009"
        onChange={(number) => sent.push(number)}
      />
    </QueryClientProvider>,
  )
  const field = screen.getByRole('combobox', { name: 'Chef' })
  await userEvent.clear(field)
  await userEvent.type(field, '1002')
  expect(sent.at(-1)).toBe('1002')
  await userEvent.clear(field)
  expect(sent.at(-1)).toBe('')
})
