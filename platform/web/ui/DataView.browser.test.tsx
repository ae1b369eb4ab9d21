import { beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { DataView } from './DataView.tsx'

const rows = [{ number: 'F-1', text: 'Dörren stänger inte' }]

const List = ({ width }: { width: string }) => (
  <div style={{ width }}>
    <DataView
      label="Felrapporter"
      columns={[
        { head: 'Nummer', cell: ({ number }) => number },
        { head: 'Felrapport', cell: ({ text }) => text },
      ]}
      rows={rows}
      rowKey={({ number }) => number}
      onOpenCard={() => {}}
      empty={null}
    />
  </div>
)

beforeEach(() => page.viewport(1280, 800))

it('is a table where its place has room for one, and cards where it has not', async () => {
  const screen = await render(<List width="44rem" />)
  await expect.element(screen.getByRole('table', { name: 'Felrapporter' })).toBeVisible()
  // There is no such button, because a column has the link.
  expect(screen.getByRole('button').elements()).toEqual([])
  await screen.rerender(<List width="43rem" />)
  await expect.element(screen.getByRole('list', { name: 'Felrapporter' })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Öppna' })).toBeVisible()
  expect(screen.getByRole('table').elements()).toEqual([])
})

it('is cards in a window below 992 px, however much room there is', async () => {
  await page.viewport(991, 800)
  const screen = await render(<List width="60rem" />)
  await expect.element(screen.getByRole('list', { name: 'Felrapporter' })).toBeVisible()
  expect(screen.getByRole('table').elements()).toEqual([])
})

it.each(['44rem', '64rem'])('its last column is as far from the edge as its first, in %s', async (width) => {
  const screen = await render(<List width={width} />)
  const cells = screen.getByRole('cell').elements()
  const [first, last] = [cells.at(0), cells.at(-1)].map((cell) => getComputedStyle(cell!))
  expect(last?.paddingInlineEnd).toBe(first?.paddingInlineStart)
})
