// When the keys of the office work, and when they must not.
import { useState } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { ShortcutHelp } from './ShortcutHelp.tsx'
import { useShortcuts } from './shortcuts.ts'

const next = vi.fn()

function Screen() {
  const [help, setHelp] = useState(false)
  useShortcuts([
    { key: 'j', label: 'Nästa ärende', run: next },
    { key: '?', label: 'Visa kortkommandon', run: () => setHelp(true) },
  ])
  return (
    <>
      <button type="button">Utanför</button>
      <textarea aria-label="Svar till Anna" />
      <select aria-label="Status">
        <option>Ny</option>
      </select>
      {help && <ShortcutHelp onClose={() => setHelp(false)} />}
    </>
  )
}

async function open() {
  const screen = await render(<Screen />)
  await screen.getByRole('button', { name: 'Utanför' }).click()
  return screen
}

beforeEach(() => next.mockClear())

it('a key does what the list says, from anywhere on the screen', async () => {
  await open()
  await userEvent.keyboard('j')
  expect(next).toHaveBeenCalledOnce()
})

it('while somebody types it is the letter, and with a modifier the browser’s own', async () => {
  const screen = await open()
  const text = screen.getByRole('textbox', { name: 'Svar till Anna' })
  await text.click()
  await userEvent.keyboard('j?')
  await expect.element(text).toHaveValue('j?')
  ;(screen.getByLabelText('Status').element() as HTMLElement).focus()
  await userEvent.keyboard('j')
  await screen.getByRole('button', { name: 'Utanför' }).click()
  await userEvent.keyboard('{Control>}j{/Control}')
  expect(next).not.toHaveBeenCalled()
  expect(screen.getByRole('dialog').elements()).toHaveLength(0)
})

it('below a dialog it does nothing', async () => {
  const screen = await open()
  await userEvent.keyboard('?')
  const dialog = screen.getByRole('dialog')
  await expect.element(dialog).toBeVisible()
  await userEvent.keyboard('j')
  expect(next).not.toHaveBeenCalled()
  await dialog.getByRole('button', { name: 'Stäng' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await userEvent.keyboard('j')
  expect(next).toHaveBeenCalledOnce()
})

it('switched off it does nothing, until it is switched on again', async () => {
  const screen = await open()
  const dialog = screen.getByRole('dialog')
  await userEvent.keyboard('?')
  const use = dialog.getByLabelText('Använd kortkommandon')
  await expect.element(use).toBeChecked()
  await use.click()
  await expect.element(use).not.toBeChecked()
  expect(localStorage.getItem('linjen.office-keys-off')).not.toBeNull()
  await dialog.getByRole('button', { name: 'Stäng' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await userEvent.keyboard('j?')
  expect(next).not.toHaveBeenCalled()
  expect(screen.getByRole('dialog').elements()).toHaveLength(0)
  await screen.unmount()
  // The switch is in the list of shortcuts, which the help button opens without a key.
  const help = await render(<ShortcutHelp onClose={() => undefined} />)
  await help.getByLabelText('Använd kortkommandon').click()
  await help.unmount()
  await open()
  await userEvent.keyboard('j')
  expect(next).toHaveBeenCalledOnce()
  expect(localStorage.getItem('linjen.office-keys-off')).toBeNull()
})
