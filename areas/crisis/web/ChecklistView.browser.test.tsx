import { beforeEach, expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { signInText } from '#platform/web/page/test-variant.ts'
import { announceUser, userKey } from '#platform/web/who/stored-user.ts'
import { ChecklistView } from './ChecklistView.tsx'

const checklist = {
  title: 'Olycksguide',
  lead: 'Ta det lugnt.',
  parts: [{ title: 'Först', steps: [{ do: 'Stanna' }] }],
}

beforeEach(() => {
  localStorage.setItem(userKey, signInText('anna'))
  announceUser()
})

it('the button has the focus again when all ticks are gone, and does nothing more', async () => {
  const screen = await render(<ChecklistView name="accident" checklist={checklist} numbers={{}} boss={null} />)
  const again = screen.getByRole('button', { name: 'Börja om' })
  await screen.getByRole('checkbox').click()
  await again.click()
  await screen.getByRole('button', { name: 'Ja, ta bort alla bockar' }).click()
  await expect.element(screen.getByText('Klart: 0 av 1 steg')).toBeVisible()
  await expect.element(again).toHaveFocus()
  ;(again.element() as HTMLButtonElement).click()
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
})
