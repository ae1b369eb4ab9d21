import { expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { ReportingHint } from './ReportingHint.tsx'

it('a button that disappears when the scheduling system answers again leaves the focus on the heading', async () => {
  const hint = (retrying?: boolean) => (
    <>
      <h1 tabIndex={-1}>Mina uppdrag</h1>
      <ReportingHint
        id="hint"
        link={
          retrying === undefined
            ? { state: 'ready', open: () => undefined }
            : { state: 'inactive', retry: () => undefined, retrying }
        }
      />
    </>
  )
  const screen = await render(hint(false))
  const again = screen.getByRole('button', { name: 'Försök igen' })
  await again.click()
  await screen.rerender(hint(true))
  await expect.element(again).toHaveFocus()
  await screen.rerender(hint())
  await expect.element(screen.getByRole('heading')).toHaveFocus()
})
