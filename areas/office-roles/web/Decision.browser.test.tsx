// A decision that is made disappears with its buttons.
import { useState } from 'react'
import { expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { Decision } from './Decision.tsx'

function Screen() {
  const [open, setOpen] = useState(true)
  return (
    <>
      <h1 tabIndex={-1}>Roller</h1>
      {open && (
        <Decision about="Granskare för Anna Lindgren" allowed busy={false} onDecide={() => setOpen(false)}>
          Anna Lindgren
        </Decision>
      )}
    </>
  )
}

it.each(['Godkänn', 'Avslå'])('%s leaves the focus to the heading', async (name) => {
  const screen = await render(<Screen />)
  await screen.getByRole('button', { name: `${name} Granskare för Anna Lindgren` }).click()
  await expect.element(screen.getByRole('heading', { level: 1 })).toHaveFocus()
})
