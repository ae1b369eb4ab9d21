import { useState } from 'react'
import { expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { TextField } from '../ui/Field.tsx'
import { DateFilter, FilterForm } from './FilterForm.tsx'

function Form() {
  const [named, setNamed] = useState<Record<string, string>>({ vem: 'Anna' })
  const [, setAnswers] = useState(0)
  return (
    <>
      <FilterForm named={named} onFilter={setNamed}>
        <TextField label="Vem" name="vem" defaultValue={named['vem']} />
        <DateFilter label="Från" name="fran" named={named} />
      </FilterForm>
      <output aria-label="Adressen">{JSON.stringify(named)}</output>
      <button onClick={() => setAnswers((before) => before + 1)}>Svaret kommer</button>
    </>
  )
}

it('‘Rensa’ empties also a date that has not been searched by, for good', async () => {
  const screen = await render(<Form />)
  const from = screen.getByLabelText('Från')
  await from.fill('2026-01-01')
  await screen.getByRole('button', { name: 'Rensa' }).click()
  await expect.element(screen.getByLabelText('Adressen')).toHaveTextContent('{}')
  await screen.getByRole('button', { name: 'Svaret kommer' }).click()
  await expect.element(from).toHaveValue('')
  await screen.getByRole('button', { name: 'Visa' }).click()
  await expect.element(screen.getByLabelText('Adressen')).toHaveTextContent('{}')
})

it('a date that is searched by stays', async () => {
  const screen = await render(<Form />)
  await screen.getByLabelText('Från').fill('2026-01-01')
  await screen.getByRole('button', { name: 'Visa' }).click()
  await expect.element(screen.getByLabelText('Adressen')).toHaveTextContent('{"vem":"Anna","fran":"2026-01-01"}')
  await expect.element(screen.getByLabelText('Från')).toHaveValue('2026-01-01')
})
