import { useEffect, useState } from 'react'
import { expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { SelectField, TextArea } from './Field.tsx'

/**
 * A form that renders again while its field is changed, as it does when its draft or its list arrives at that moment. React postpones
 * that rendering, because the state is set outside of an event of the page, until it must render for another reason.
 */
function BusyForm() {
  const [arrivals, setArrivals] = useState(0)
  const [text, setText] = useState('')
  const [area, setArea] = useState('')
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    addEventListener('arrival', () => setArrivals((seen) => seen + 1), { signal })
    for (const event of ['beforeinput', 'input'])
      document.addEventListener(event, () => dispatchEvent(new Event('arrival')), { signal, capture: true })
    return () => leaving.abort()
  }, [])
  return (
    <>
      <TextArea
        label="Kommentar"
        hint={`${arrivals} hämtade`}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <SelectField
        label="Område"
        hint={`${arrivals} hämtade`}
        options={[
          { value: '', label: 'Välj' },
          { value: '1', label: 'Umeå' },
        ]}
        value={area}
        onChange={({ target }) => setArea(target.value)}
      />
    </>
  )
}

it('keeps the first letter that is typed while something else arrives', async () => {
  const screen = await render(<BusyForm />)
  await userEvent.type(screen.getByLabelText('Kommentar'), 'Ni')
  await expect.element(screen.getByLabelText('Kommentar')).toHaveValue('Ni')
})

it('keeps the first choice that is made while something else arrives', async () => {
  const screen = await render(<BusyForm />)
  // By key, because a choice that a script makes is one task for all its listeners.
  await userEvent.click(screen.getByLabelText('Kommentar'))
  await userEvent.keyboard('{Tab}{ArrowDown}')
  await expect.element(screen.getByLabelText('Område')).toHaveValue('1')
})

it('announces an error once the field has been used', async () => {
  const screen = await render(<TextArea label="Kommentar" error="Kommentar får inte vara tomt" />)
  const place = screen.getByText('Kommentar får inte vara tomt').element().parentElement
  expect(place).not.toHaveAttribute('aria-live')
  await userEvent.type(screen.getByLabelText('Kommentar'), 'N')
  expect(place).toHaveAttribute('aria-live', 'polite')
})
