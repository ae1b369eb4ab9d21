// What a multiple choice is called.
import { expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { Choices } from './Choices.tsx'

it('is read with a space before its hint, and before the note that it may be left out', async () => {
  const options = [{ value: 'lyft', label: 'Lyft' }]
  const screen = await render(
    <Choices
      label="Arbetsmoment"
      hint="Ett eller flera"
      required={false}
      options={options}
      value={[]}
      onChange={vi.fn()}
    />,
  )
  await expect.element(screen.getByRole('group')).toHaveAccessibleName('Arbetsmoment Ett eller flera (valfritt)')
})
