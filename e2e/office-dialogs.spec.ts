// The office's dialogs: each is opened by keyboard, passes axe, closes with Escape and gives the focus back.
import { someOf } from '../checks/effort.ts'
import { expectNoViolations } from './accessible.ts'
import { officeDialogs, openOfficeDialog } from './office-dialogs.ts'
import { openOfficePage } from './office-screens.ts'
import { expect, test } from './sign-in.ts'

for (const opened of someOf(officeDialogs, { sample: 5 })) {
  const from = opened.opens ? 'a case of ' : opened.before ? 'prepared ' : ''
  test(`${opened.key ?? opened.button} on ${from}${opened.path} by keyboard alone`, async ({ openAs }) => {
    const page = await openAs(opened.who, { path: '/diagnostics' })
    const focused = await openOfficeDialog(page, opened)
    const dialog = page.getByRole('dialog')
    await expect(dialog.locator(':focus')).toHaveCount(1)
    await expectNoViolations(page)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(focused).toBeFocused()
  })
}

test('what is rare on a case is behind a button that keyboard and Escape know @wide', async ({ openAs }) => {
  const page = await openAs('roger', { path: '/diagnostics' })
  await openOfficePage(page, { who: 'roger', path: '/kontor/fel', opens: 'first' })
  const more = page.getByRole('button', { name: 'Mer', exact: true })
  await expect(more).toHaveAttribute('aria-expanded', 'false')
  await more.focus()
  await page.keyboard.press('Enter')
  await expect(more).toHaveAttribute('aria-expanded', 'true')
  const hide = page.getByRole('button', { name: 'Dölj text' })
  await expect(hide).toBeInViewport({ ratio: 1 })
  await expectNoViolations(page)
  // Escape closes the panel, not the case.
  await page.keyboard.press('Escape')
  await expect(hide).toBeHidden()
  await expect(more).toBeFocused()
  await expect(page).toHaveURL(/visa=/)
})
