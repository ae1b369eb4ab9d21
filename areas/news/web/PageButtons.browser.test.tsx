// The numbered buttons where the system chooses the colours.
import { afterEach, expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { emulateMedia } from '#platform/web/page/test-media.ts'
import { PageButtons } from './PageButtons.tsx'

afterEach(() => emulateMedia())

it('show with forced colours which page is open', async () => {
  const screen = await render(<PageButtons page={1} pages={3} onPage={vi.fn()} />)
  await emulateMedia({ forcedColors: 'active' })
  const backgrounds = () =>
    screen
      .getByRole('button')
      .elements()
      .map((button) => getComputedStyle(button).backgroundColor)
  const highlight = document.createElement('i')
  highlight.style.cssText = 'forced-color-adjust: none; color: Highlight'
  screen.baseElement.append(highlight)
  await expect.poll(() => backgrounds()[1]).toBe(getComputedStyle(highlight).color)
  expect(backgrounds()[0]).not.toBe(backgrounds()[1])
})
