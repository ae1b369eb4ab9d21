import { useLayoutEffect, useRef } from 'react'
import { expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { requestPageFocus } from './page-focus.ts'
import { PageHeader } from './PageHeader.tsx'

/**
 * A field that is tapped before the heading's effect has run. On a busy phone that is some time after the screen is
 * visible.
 */
function FieldInUse() {
  const field = useRef<HTMLTextAreaElement>(null)
  useLayoutEffect(() => field.current?.focus(), [])
  return <textarea ref={field} aria-label="Kommentar" />
}

it('has the focus after a navigation', async () => {
  requestPageFocus()
  const screen = await render(<PageHeader title="Nyheter" />)
  await expect.element(screen.getByRole('heading', { name: 'Nyheter' })).toHaveFocus()
})

it('does not take it from a field that somebody types in', async () => {
  requestPageFocus()
  const screen = await render(
    <>
      <PageHeader title="Nyheter" />
      <FieldInUse />
    </>,
  )
  await expect.element(screen.getByRole('heading', { name: 'Nyheter' })).toBeVisible()
  await expect.element(screen.getByLabelText('Kommentar')).toHaveFocus()
})
