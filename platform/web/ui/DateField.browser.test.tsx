// A date is typed with a thumb, changed day by day, or picked. An error is shown at its field.
import { useState } from 'react'
import { expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
// Without these styles the field would cover the button beside it.
import './base.css'
import { DateField } from './DateField.tsx'

async function open(first: string, error?: string) {
  function Form() {
    const [value, setValue] = useState(first)
    return <DateField label="Datum" value={value} onChange={setValue} steps {...(error && { error })} />
  }
  const screen = await render(<Form />)
  return {
    screen,
    field: screen.getByRole('textbox', { name: 'Datum' }),
    button: (name: string) => screen.getByRole('button', { name }),
  }
}

it('turns eight digits into a date, and says its weekday', async () => {
  const { screen, field } = await open('')
  await userEvent.type(field, '20261121')
  await expect.element(field).toHaveValue('2026-11-21')
  await expect.element(screen.getByText('lördag')).toBeVisible()
})

it('steps over the end of a month, and not from what is no date', async () => {
  const { field, button } = await open('2026-11-30')
  await button('Nästa dag').click()
  await expect.element(field).toHaveValue('2026-12-01')
  await button('Föregående dag').click()
  await expect.element(field).toHaveValue('2026-11-30')
  await userEvent.fill(field, '2026-13-45')
  await expect.element(button('Nästa dag')).toBeDisabled()
  await expect.element(button('Föregående dag')).toBeDisabled()
})

it('takes the day that is picked in the calendar', async () => {
  const { screen, field, button } = await open('2026-11-21')
  await button('Öppna kalendern').click()
  const dialog = screen.getByRole('dialog', { name: 'Välj datum' })
  await dialog.getByRole('button', { name: /24 november/ }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(field).toHaveValue('2026-11-24')
})

it('ties the message to the field', async () => {
  const { field } = await open('2026-02-30', 'Felaktigt datum')
  await expect.element(field).toHaveAttribute('aria-invalid', 'true')
  await expect.element(field).toHaveAccessibleDescription(/Felaktigt datum/)
})
