import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { Unbroken } from './Unbroken.tsx'

test.each(['06.00–09.00', '6:00 – 9:00', '2026-11-26', 'F-1120', 'Buss 2119'])(
  'no line ends within %s, however narrow its column',
  async (words) => {
    const { container } = await render(
      <p style={{ width: 1 }}>
        <Unbroken>{`${words} och ${words}`}</Unbroken>
      </p>,
    )
    const lines = [...container.querySelectorAll('span')].map((span) => span.getClientRects().length)
    expect(lines).toEqual([1, 1])
    expect(container.textContent).toBe(`${words} och ${words}`)
  },
)

test.each(['F-', 'Buss '])('%s and more digits than a phone is wide stay within their column', async (begins) => {
  const { container } = await render(
    <p style={{ width: 288, fontSize: 32, overflowWrap: 'anywhere' }}>
      <Unbroken>{`Se ${begins}${'1234567890'.repeat(8)} och ${begins}123456789.`}</Unbroken>
    </p>,
  )
  const column = container.querySelector('p')!
  expect(column.scrollWidth).toBeLessThanOrEqual(column.clientWidth)
})
