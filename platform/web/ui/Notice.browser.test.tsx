import { expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { Notice } from './Notice.tsx'
import './tokens.css'

it.each([100, 200])('has its icon beside its text on a phone, with text of %i %', async (percent) => {
  document.documentElement.style.fontSize = `${percent}%`
  const { container } = await render(
    <div style={{ width: 358 }}>
      <Notice kind="error" action={<button type="button">Försök igen</button>}>
        Det gick inte att spara kommentaren.
      </Notice>
    </div>,
  )
  const icon = container.querySelector('svg')!.getBoundingClientRect()
  const text = container.querySelector('svg + div')!.getBoundingClientRect()
  expect(text.left).toBeGreaterThan(icon.right)
  expect(text.top).toBeLessThan(icon.bottom)
  expect(container.firstElementChild!.scrollWidth).toBeLessThanOrEqual(358)
  document.documentElement.style.fontSize = ''
})
