// When a dialog closes, in whichever way, the focus returns to where it was.
import { useState } from 'react'
import { expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'

function Screen() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Börja om</Button>
      {open && (
        <Dialog title="Börja om?" onClose={() => setOpen(false)} actions={<Button>Behåll utkastet</Button>}>
          <p>Det du har skrivit tas bort.</p>
        </Dialog>
      )}
    </>
  )
}

async function opened() {
  const screen = await render(<Screen />)
  const opener = screen.getByRole('button', { name: 'Börja om', exact: true })
  await opener.click()
  const dialog = screen.getByRole('dialog', { name: 'Börja om?' })
  await expect.element(dialog).toBeVisible()
  return { screen, opener, dialog }
}

it('begins at its title, not at the cross', async () => {
  const { screen } = await opened()
  await expect.element(screen.getByRole('heading', { name: 'Börja om?' })).toHaveFocus()
  await userEvent.keyboard('{Tab}')
  await expect.element(screen.getByRole('button', { name: 'Stäng' })).toHaveFocus()
})

it.each([
  ['Escape', () => userEvent.keyboard('{Escape}')],
  ['the cross', async (dialog: HTMLElement) => dialog.querySelector<HTMLElement>('[aria-label="Stäng"]')?.click()],
  ['a click outside', async (dialog: HTMLElement) => dialog.click()],
])('is closed by %s, which returns the focus', async (_what, close) => {
  const { opener, dialog } = await opened()
  await close(dialog.element() as HTMLElement)
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
})

it('stays open when a text is marked to beyond its edge: that ends as a click on what is behind it', async () => {
  const { screen, dialog } = await opened()
  const element = dialog.element() as HTMLElement
  screen
    .getByText('Det du har skrivit tas bort.')
    .element()
    .dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
  element.click()
  await expect.element(dialog).toBeVisible()
  element.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
  element.click()
  await expect.element(dialog).not.toBeInTheDocument()
})

it('stays open when its content is clicked, and keeps the focus inside', async () => {
  const { screen, dialog } = await opened()
  await screen.getByText('Det du har skrivit tas bort.').click()
  for (let stop = 0; stop < 3; stop++) {
    await userEvent.keyboard('{Tab}')
    await expect.element(screen.getByRole('button', { name: 'Börja om', exact: true })).not.toHaveFocus()
  }
  await expect.element(dialog).toBeVisible()
})

const long = Array.from({ length: 80 }, (_, line) => <p key={line}>Rad {line}</p>)

it('is scrolled by keyboard where its text is longer than the screen and holds nothing that Tab reaches', async () => {
  const screen = await render(
    <Dialog title="Detaljer" onClose={() => undefined}>
      {long}
    </Dialog>,
  )
  const text = screen.getByRole('group', { name: 'Detaljer' })
  await expect.element(text).toHaveAttribute('tabindex', '0')
  await userEvent.keyboard('{Tab}{Tab}')
  await expect.element(text).toHaveFocus()
  await userEvent.keyboard('{PageDown}')
  await expect.poll(() => text.element().scrollTop).toBeGreaterThan(0)
})

it.each([
  ['it is all in view', <p key="short">Kort</p>],
  ['a button within is reached by Tab', [...long, <Button key="button">Ladda ner</Button>]],
])('is no stop of its own where %s', async (_why, children) => {
  const screen = await render(
    <Dialog title="Detaljer" onClose={() => undefined}>
      {children}
    </Dialog>,
  )
  await expect.element(screen.getByRole('dialog', { name: 'Detaljer' })).toBeVisible()
  await expect.element(screen.getByRole('group', { name: 'Detaljer' })).not.toBeInTheDocument()
})
