// A search without hits in a long list, and the buttons below it, which disappear when they are used.
import { useState } from 'react'
import { expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { LiveRegion } from '../LiveRegion.tsx'
import { longList } from './arranged.ts'
import { ListTools } from './ListTools.tsx'

const some = Array.from({ length: longList + 1 }, (_, at) => `Hållplats ${at}`)

function List({ older }: { older: string }) {
  const [rows, setRows] = useState(some)
  return (
    <>
      <LiveRegion />
      <h1 tabIndex={-1}>Hållplatser</h1>
      <ListTools
        of={rows}
        words={(row) => row}
        sorts={[{ label: 'Nyast först' }]}
        more={rows === some}
        fetchMore={() => setTimeout(() => setRows([...some, older]), 200)}
      >
        {(shown) => (
          <ul>
            {shown.map((row) => (
              <li key={row}>{row}</li>
            ))}
          </ul>
        )}
      </ListTools>
    </>
  )
}

async function search(older: string) {
  const screen = await render(<List older={older} />)
  const field = screen.getByLabelText('Sök i listan')
  await field.fill('Vasaplan')
  await expect.element(screen.getByRole('button', { name: 'Visa hela listan' })).toBeVisible()
  const announced = expect.poll(() => screen.container.querySelector('[data-speech]')?.textContent)
  return { screen, heading: screen.getByRole('heading'), announced }
}

it('the whole list is shown, which is announced, and the heading has the focus: a field would open the keyboard', async () => {
  const { screen, heading, announced } = await search('Vasaplan')
  await screen.getByRole('button', { name: 'Visa hela listan' }).click()
  await expect.element(heading).toHaveFocus()
  await announced.toMatch(/Hela listan visas\.$/)
})

it.each([
  ['Vasaplan', /En träff$/],
  ['Universitetet', /Inga träffar$/],
])('the search goes on among older rows, with %s: %s', async (older, found) => {
  const { screen, heading, announced } = await search(older)
  await screen.getByRole('button', { name: 'Sök även bland äldre' }).click()
  await expect.element(heading).toHaveFocus()
  await announced.toMatch(found)
})

it('a chosen kind that no row has any longer is still the chosen one', async () => {
  const list = (states: readonly string[]) => (
    <ListTools
      of={states}
      words={(row) => row}
      sorts={[{ label: 'Nyast först' }]}
      filter={{ label: 'Status', of: (row) => row }}
    >
      {(shown) => <p>{shown.join(' ')}</p>}
    </ListTools>
  )
  const closed = some.map(() => 'Avslutad')
  const screen = await render(list(['Mottagen', ...closed]))
  const status = screen.getByLabelText('Status')
  await status.selectOptions('Mottagen')
  await expect.element(screen.getByText('Mottagen', { exact: true }).last()).toBeVisible()
  await screen.rerender(list(['Avslutad', ...closed]))
  await expect.element(screen.getByRole('button', { name: 'Visa hela listan' })).toBeVisible()
  await expect.element(status).toHaveDisplayValue('Mottagen')
  await screen.getByRole('button', { name: 'Visa hela listan' }).click()
  await expect.element(status).toHaveDisplayValue('Alla')
  await expect.element(screen.getByRole('option', { name: 'Mottagen' })).not.toBeInTheDocument()
})
