// A feature that a variant switches off must disappear from the page too. A gate with the name of no feature would never close.
import { afterAll, expect, test, vi } from 'vitest'
import type { Gate } from '#platform/contract/claims.ts'
import type { WebArea } from '#platform/web/shell/area.ts'
import { stubBrowser } from '#platform/web/page/test-globals.ts'
import { features } from '../app/server/areas.ts'

afterAll(() => vi.unstubAllGlobals())

const gatesOf = ({ screens = [], blocks = [], reportEntries = [] }: WebArea): (Gate | undefined)[] =>
  [...screens, ...blocks, ...reportEntries].map(({ gate }) => gate)

test('every gate of a screen, a block or an entry names a feature that a door brings', async () => {
  stubBrowser()
  const { areas } = await import('../app/web/areas.ts')
  const { variant } = await import('#platform/web/page/variant.ts')
  const gates = areas.flatMap((area) => [...gatesOf(area), ...(area.links?.(variant) ?? []).map(({ gate }) => gate)])
  const named = new Set(gates.flatMap((gate) => gate?.feature ?? []))
  expect([...named].toSorted()).toEqual(features.toSorted())
})
