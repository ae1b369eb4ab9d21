// A dialog, a date and a switch by role and label, as a keyboard and a thumb use them.
import { useState } from 'react'
import { expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import './tokens.css'
import './base.css'
import { DateField } from './DateField.tsx'
import { Dialog } from './Dialog.tsx'
import { Toggle } from './Toggle.tsx'

async function renderDialog() {
  function Page() {
    const [open, setOpen] = useState(false)
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Öppna
        </button>
        {open && (
          <Dialog title="Detaljer" onClose={() => setOpen(false)} actions={<button type="button">Spara</button>}>
            <p>Innehåll</p>
          </Dialog>
        )}
      </>
    )
  }
  const screen = await render(<Page />)
  const opener = screen.getByRole('button', { name: 'Öppna' })
  const dialog = screen.getByRole('dialog', { name: 'Detaljer' })
  await opener.click()
  await expect.element(dialog).toBeVisible()
  return { screen, opener, dialog }
}

const closings: readonly [string, () => Promise<void>][] = [
  ['Escape', () => userEvent.keyboard('{Escape}')],
  ['the cross', () => userEvent.keyboard('{Enter}')],
  ['a click outside', () => userEvent.click(document.querySelector('dialog') as Element, { position: { x: 2, y: 2 } })],
]

it.each(closings)('a dialog has the focus, which %s gives back', async (_name, close) => {
  const { opener, dialog, screen } = await renderDialog()
  await expect.element(screen.getByRole('button', { name: 'Stäng' })).toHaveFocus()
  await close()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
})

it('a click on what a dialog holds leaves it open, and Tab stays within it', async () => {
  const { dialog, screen } = await renderDialog()
  await screen.getByText('Innehåll').click()
  await expect.element(dialog).toBeVisible()
  const outside = screen.getByRole('button', { name: 'Öppna', includeHidden: true })
  for (let presses = 0; presses < 4; presses++) {
    await userEvent.tab()
    await expect.element(outside).not.toHaveFocus()
  }
})

async function renderDate(value: string) {
  const changes: string[] = []
  function Form() {
    const [text, setText] = useState(value)
    const problem = text === '2026-02-30' ? 'Datumet finns inte' : undefined
    return (
      <DateField
        label="Datum"
        value={text}
        error={problem}
        steps
        onChange={(next) => {
          setText(next)
          changes.push(next)
        }}
      />
    )
  }
  const screen = await render(<Form />)
  return { screen, field: screen.getByRole('textbox', { name: 'Datum' }), last: () => changes.at(-1) }
}

it('a date is typed as eight digits, said with its weekday, and stepped over the end of a month', async () => {
  const { screen, field, last } = await renderDate('')
  await expect.element(screen.getByRole('button', { name: 'Nästa dag' })).toBeDisabled()
  await userEvent.type(field, '20280228')
  expect(last()).toBe('2028-02-28')
  await expect.element(field).toHaveAccessibleDescription('måndag')
  await screen.getByRole('button', { name: 'Nästa dag' }).click()
  await screen.getByRole('button', { name: 'Nästa dag' }).click()
  expect(last()).toBe('2028-03-01')
  await screen.getByRole('button', { name: 'Föregående dag' }).click()
  expect(last()).toBe('2028-02-29')
})

it('a date that does not exist stays as it was typed, and is said to be wrong', async () => {
  const { field } = await renderDate('2026-02-30')
  await expect.element(field).toHaveValue('2026-02-30')
  await expect.element(field).toBeInvalid()
  await expect.element(field).toHaveAccessibleDescription(expect.stringContaining('Datumet finns inte'))
})

it('a date is picked in the calendar, which opens at the date typed', async () => {
  const { screen, field } = await renderDate('2026-11-22')
  await screen.getByRole('button', { name: 'Öppna kalendern' }).click()
  const calendar = screen.getByRole('dialog', { name: 'Välj datum' })
  await expect.element(calendar.getByText(/november 2026/i)).toBeVisible()
  await calendar.getByRole('button', { name: /24(:e)? november/i }).click()
  await expect.element(calendar).not.toBeInTheDocument()
  await expect.element(field).toHaveValue('2026-11-24')
})

it('a switch is turned by its label and by the space bar', async () => {
  function Setting() {
    const [checked, setChecked] = useState(false)
    return <Toggle label="Detaljer" checked={checked} onChange={setChecked} />
  }
  const screen = await render(<Setting />)
  const toggle = screen.getByRole('switch', { name: 'Detaljer' })
  await expect.element(toggle).not.toBeChecked()
  await screen.getByText('Detaljer').click()
  await expect.element(toggle).toBeChecked()
  ;(toggle.element() as HTMLElement).focus()
  await userEvent.keyboard(' ')
  await expect.element(toggle).not.toBeChecked()
})
