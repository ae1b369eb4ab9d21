import { useState } from 'react'
import { expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { DraftNotice } from './DraftNotice.tsx'

function Screen() {
  const [kept, setKept] = useState(true)
  return (
    <>
      <h1 tabIndex={-1}>Egendomsskada</h1>
      {kept && (
        <DraftNotice
          savedAt={undefined}
          onStartOver={async () => {
            await Promise.resolve()
            setKept(false)
          }}
        />
      )}
    </>
  )
}

it('a form that starts over leaves the focus to the heading', async () => {
  const screen = await render(<Screen />)
  await screen.getByRole('button', { name: 'Börja om' }).click()
  await screen.getByRole('dialog').getByRole('button', { name: 'Börja om' }).click()
  await expect.element(screen.getByText('Ditt påbörjade utkast är kvar.')).not.toBeInTheDocument()
  await expect.element(screen.getByRole('heading', { level: 1 })).toHaveFocus()
})
