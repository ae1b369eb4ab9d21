// A finger that pulls the screen down, as a browser reports it.
import { expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { watchNetwork } from '../page/reach.ts'
import { LiveRegion } from '../ui/LiveRegion.tsx'
import PullToRefresh from './PullToRefresh.tsx'

const touch = (type: string, x: number, y: number) => {
  const finger = new Touch({ identifier: 1, target: document.body, clientX: x, clientY: y })
  const touches = type === 'touchend' ? [] : [finger]
  document.body.dispatchEvent(new TouchEvent(type, { touches, changedTouches: [finger], bubbles: true }))
}

/** Pulls along these points. Returns how many times that has refreshed. */
async function pull(points: readonly (readonly [x: number, y: number])[], below: string = '') {
  let refreshed = 0
  const { container, unmount } = await render(
    <>
      <PullToRefresh refresh={async () => void (refreshed += 1)} />
      {below}
      <div style={{ height: 3000 }} />
    </>,
  )
  if (below) scrollTo(0, 500)
  const [first, ...others] = points
  touch('touchstart', ...first!)
  for (const point of others) touch('touchmove', ...point)
  await expect.poll(() => container.querySelectorAll('svg').length).toBeLessThan(2)
  touch('touchend', ...points.at(-1)!)
  scrollTo(0, 0)
  await unmount()
  return refreshed
}

// First in this file, because nothing else may be announced meanwhile.
it('says that the data is updated, but not without coverage', async () => {
  watchNetwork()
  const { container, unmount } = await render(
    <>
      <LiveRegion />
      <PullToRefresh refresh={() => Promise.resolve()} />
    </>,
  )
  let heard = ''
  const region = container.querySelector('[data-speech]')!
  const watch = new MutationObserver(() => (heard += region.textContent))
  watch.observe(region, { childList: true })
  const down = () => {
    heard = ''
    touch('touchstart', 100, 100)
    touch('touchmove', 100, 260)
    touch('touchend', 100, 260)
  }
  down()
  await expect.poll(() => heard).toContain('Uppdaterat')
  dispatchEvent(new Event('offline'))
  down()
  await expect.poll(() => heard).toContain('Hämtar på nytt')
  expect(heard).not.toContain('Uppdaterat')
  watch.disconnect()
  await unmount()
})

it('fetches anew after a long pull at the top, and after nothing else', async () => {
  expect(
    await pull([
      [100, 100],
      [102, 160],
      [104, 260],
    ]),
  ).toBe(1)
  // Pulls that do nothing: too short, sideways, upwards, and in the middle of a screen.
  expect(
    await pull([
      [100, 100],
      [100, 180],
    ]),
  ).toBe(0)
  expect(
    await pull([
      [100, 100],
      [180, 110],
      [180, 300],
    ]),
  ).toBe(0)
  expect(
    await pull([
      [100, 100],
      [100, 60],
      [100, 300],
    ]),
  ).toBe(0)
  expect(
    await pull(
      [
        [100, 100],
        [100, 300],
      ],
      'below',
    ),
  ).toBe(0)
})
