import { useState } from 'react'
import { expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Toggle } from './Toggle.tsx'

function Details() {
  const [on, setOn] = useState(false)
  return <Toggle label="Detaljer" checked={on} onChange={setOn} />
}

it('is a switch that its words and the space bar turn', async () => {
  const screen = await render(<Details />)
  const toggle = screen.getByRole('switch', { name: 'Detaljer' })
  await expect.element(toggle).not.toBeChecked()
  await screen.getByText('Detaljer').click()
  await expect.element(toggle).toBeChecked()
  await expect.element(toggle).toHaveFocus()
  await userEvent.keyboard(' ')
  await expect.element(toggle).not.toBeChecked()
})
