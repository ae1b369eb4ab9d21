// The portal's own combobox (decision 0010), used with a keyboard, a thumb and a screen reader.
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { emulateMedia } from '../page/test-media.ts'
import { Combobox } from './Combobox.tsx'
import type { ComboboxOption } from './combobox-options.ts'

const options = ['Buss 2115', 'Buss 2116', 'Buss 3001', 'Ersättningsbil'].map((label) => ({ value: label, label }))

afterEach(() => emulateMedia())

async function open(all: readonly ComboboxOption[] = options) {
  const chosen: (string | null)[] = []
  function Form() {
    const [value, setValue] = useState('')
    return (
      <Combobox
        label="Fordon"
        options={all}
        value={value}
        emptyText="Inget fordon med det namnet"
        onChange={(text, option) => {
          setValue(text)
          chosen.push(option?.value ?? null)
        }}
      />
    )
  }
  const screen = await render(<Form />)
  const field = screen.getByRole('combobox', { name: 'Fordon' })
  return {
    field,
    list: screen.getByRole('listbox', { name: 'Träffar' }),
    shown: () =>
      screen
        .getByRole('option')
        .elements()
        .map((option) => option.textContent),
    says: (text: string) => expect.element(screen.getByText(text)),
    clear: screen.getByRole('button', { name: 'Rensa' }),
    /** The option that a screen reader announces, because the field refers to it. */
    pointed: () => document.getElementById(field.element().getAttribute('aria-activedescendant') ?? '')?.textContent,
    last: () => chosen.at(-1),
  }
}

it('finds by any part of the name in any case, says how many, and Enter takes the first', async () => {
  const { field, list, shown, says, pointed, last } = await open()
  await expect.element(field).toHaveAttribute('aria-expanded', 'false')
  await userEvent.type(field, '211')
  await expect.element(list).toBeVisible()
  expect(shown()).toEqual(['Buss 2115', 'Buss 2116'])
  await says('2 träffar').toBeInTheDocument()
  expect(pointed()).toBe('Buss 2115')
  await userEvent.keyboard('{ArrowDown}')
  await expect.poll(pointed).toBe('Buss 2116')
  await userEvent.keyboard('{ArrowDown}')
  await expect.poll(pointed).toBe('Buss 2115')
  await userEvent.keyboard('{Enter}')
  await expect.element(field).toHaveValue('Buss 2115')
  await expect.element(list).not.toBeInTheDocument()
  await expect.element(field).toHaveFocus()
  expect(last()).toBe('Buss 2115')
})

it('a name that is typed out is chosen, as it is written', async () => {
  const { field, last } = await open()
  await field.fill('ERSÄTTNINGSBIL ')
  expect(last()).toBe('Ersättningsbil')
  await userEvent.tab()
  await expect.element(field).toHaveValue('Ersättningsbil')
})

it('what is nobody’s name stays, and is said to be none', async () => {
  const { field, says, last } = await open()
  await field.fill('Spårvagn')
  await says('Inget fordon med det namnet').toBeVisible()
  expect(last()).toBeNull()
  await userEvent.tab()
  await expect.element(field).toHaveValue('Spårvagn')
})

it('Escape closes the list and nothing else; a tap opens all of it again, with the chosen one in it', async () => {
  const { field, list, shown, last } = await open()
  await userEvent.type(field, '300')
  await userEvent.keyboard('{Escape}')
  await expect.element(list).not.toBeInTheDocument()
  await expect.element(field).toHaveValue('300')
  await field.fill('Buss 3001')
  await userEvent.tab()
  await field.click()
  await expect.element(list).toBeVisible()
  expect(shown()).toHaveLength(options.length)
  expect(last()).toBe('Buss 3001')
})

it('is emptied by its button, which gives the focus back', async () => {
  const { field, clear, last } = await open()
  await field.fill('Buss 2115')
  await clear.click()
  await expect.element(field).toHaveValue('')
  await expect.element(field).toHaveFocus()
  expect(last()).toBeNull()
})

it('shows a hundred of a large fleet, and finds the rest by another letter', async () => {
  const fleet = Array.from({ length: 400 }, (_, n) => ({ value: String(n), label: `Vagn ${1000 + n}` }))
  const { field, shown, last } = await open(fleet)
  await userEvent.type(field, 'v')
  expect(shown()).toHaveLength(100)
  await field.fill('Vagn 1399')
  expect(last()).toBe('399')
})

it('shows with forced colours which option Enter takes', async () => {
  const { field, list } = await open()
  await userEvent.type(field, '211')
  await expect.element(list).toBeVisible()
  await emulateMedia({ forcedColors: 'active' })
  const outlines = () =>
    [...list.element().querySelectorAll('[role=option]')].map((at) => getComputedStyle(at).outlineStyle)
  await expect.poll(outlines).toEqual(['solid', 'none'])
})
