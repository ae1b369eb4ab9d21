import { expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { type OnBehalf, OnBehalfContext, useAddressee } from './on-behalf.ts'

function Listed() {
  const { listedAs } = useAddressee()
  const listed = { address: '/kontor/fel/ny', ...listedAs('Felrapport') }
  return <p>{`${listed.what}: ${listed.address ?? 'opened nowhere'}`}</p>
}

it('a report for somebody else is opened nowhere, because no address shows its form', async () => {
  const behalf = { person: { id: '1', name: 'Nils Ek' } } as OnBehalf
  const screen = await render(
    <OnBehalfContext value={behalf}>
      <Listed />
    </OnBehalfContext>,
  )
  await expect.element(screen.getByText('Felrapport åt Nils Ek: opened nowhere')).toBeVisible()
  const own = await render(<Listed />)
  await expect.element(own.getByText('Felrapport: /kontor/fel/ny', { exact: true })).toBeVisible()
})
