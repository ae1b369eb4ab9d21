import { afterEach, expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { emulateMedia } from '../page/test-media.ts'
import { StatusPill, type Tone } from './StatusPill.tsx'
import { chooseTheme } from './theme.ts'
import './tokens.css'

afterEach(async () => {
  chooseTheme('system')
  await emulateMedia()
})

it.each<Tone>(['red', 'amber', 'green', 'blue'])(
  'a %s state on paper is as readable in the dark theme',
  async (tone) => {
    const screen = await render(<StatusPill tone={tone}>Avslutad</StatusPill>)
    const color = () => getComputedStyle(screen.getByText('Avslutad').element()).color
    chooseTheme('light')
    const light = color()
    chooseTheme('dark')
    expect(color()).not.toBe(light)
    await emulateMedia({ media: 'print' })
    await expect.poll(color).toBe(light)
  },
)
