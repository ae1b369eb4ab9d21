import { describe, expect, it, test } from 'vitest'
import { passes } from '#platform/contract/claims.ts'
import type { WebVariant } from '#platform/contract/variant.ts'
import type { WebArea } from './area.ts'
import { byGroup, type MenuGroup } from './menu-groups.ts'
import { navigationFor } from './navigation.ts'

const load = () => Promise.resolve({ default: () => null })
const variant = { hiddenFromMenu: [] as string[] } as unknown as WebVariant
const areas: WebArea[] = [
  {
    screens: [{ path: 'minauppdrag', title: 'Mina uppdrag', gate: { anyOf: ['MinaUppdragEnabled'] }, load }],
    menu: [
      {
        path: 'minauppdrag',
        group: 'work',
        label: 'Mina uppdrag',
        icon: 'duties',
        bar: { label: 'Uppdrag', icon: '' },
      },
      { path: 'finns-inte', group: 'work', label: 'Utan sida', icon: 'duties' },
    ],
  },
  {
    screens: [
      {
        path: 'fordonskontroll',
        title: 'Felrapportering',
        gate: { anyOf: ['FkEnabled'], feature: 'vehicleFaults' },
        load,
      },
      { path: 'krishantering', title: 'Krishantering', load },
    ],
    menu: [{ path: 'krishantering', group: 'incidents', label: 'Krishantering', icon: 'duties' }],
    urgent: { path: 'krishantering', label: 'Vid kris', icon: 'duties' },
    reportEntries: [
      { path: 'fordonskontroll?fordon=1', label: 'Felrapport', icon: 'duties' },
      { path: 'krishantering', label: 'Vid kris klicka här', icon: 'duties', tone: 'urgent' },
    ],
    links: () => [
      {
        label: 'Tidrapport',
        href: 'https://tid.example',
        group: 'work',
        gate: { anyOf: ['LinkTimereportEnabled'] },
      },
    ],
  },
]

const claim = (type: string) => ({ type, value: 'true' })
const seenBy = (types: string[], over: Partial<WebVariant> = {}, off: 'vehicleFaults'[] = []) =>
  navigationFor(areas, (gate) => passes(gate, types.map(claim), off), { ...variant, ...over })
const labels = (entries: readonly { label: string }[]) => entries.map(({ label }) => label)

describe('navigationFor', () => {
  it('shows the entries that the claims allow, and none without a screen', () => {
    const seen = seenBy(['MinaUppdragEnabled', 'FkEnabled', 'LinkTimereportEnabled'])
    expect(labels(seen.menu)).toEqual(['Mina uppdrag', 'Krishantering'])
    expect(seen.bar.map((entry) => entry.bar.label)).toEqual(['Uppdrag'])
    expect(labels(seen.links)).toEqual(['Tidrapport'])
  })

  it('puts urgent reports first', () => {
    expect(labels(seenBy(['FkEnabled']).reports)).toEqual(['Vid kris klicka här', 'Felrapport'])
  })

  it('hides entries that the claims do not allow, in every menu', () => {
    const seen = seenBy([])
    expect(labels(seen.menu)).toEqual(['Krishantering'])
    expect(seen.bar).toEqual([])
    expect(seen.links).toEqual([])
    expect(labels(seen.reports)).toEqual(['Vid kris klicka här'])
  })

  it('keeps the urgent screen for everybody who may open it', () => {
    expect(seenBy([]).urgent?.path).toBe('krishantering')
    expect(seenBy([], { hiddenFromMenu: ['krishantering'] }).urgent).toBeUndefined()
  })

  it('follows the variant: hidden from the menu, or switched off', () => {
    expect(labels(seenBy(['MinaUppdragEnabled'], { hiddenFromMenu: ['minauppdrag'] }).menu)).toEqual(['Krishantering'])
    expect(labels(seenBy(['FkEnabled'], {}, ['vehicleFaults']).reports)).toEqual(['Vid kris klicka här'])
    const hidden = seenBy(['FkEnabled'], { hiddenFromMenu: ['fordonskontroll'] })
    expect(labels(hidden.reports)).toEqual(['Vid kris klicka här'])
  })
})

test('a menu is in groups, in the order of the groups, and has no empty one', () => {
  const entry = (path: string, group: MenuGroup) => ({ path, group })
  const groups = byGroup([entry('hjälp', 'app'), entry('lön', 'own'), entry('schema', 'work'), entry('bil', 'work')])
  expect(groups.map(({ heading, items }) => [heading, items.map(({ path }) => path)])).toEqual([
    ['Mitt arbete', ['schema', 'bil']],
    ['Om mig', ['lön']],
    [null, ['hjälp']],
  ])
})
