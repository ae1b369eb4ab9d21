import { expect, it } from 'vitest'
import { classNameFaults } from './class-names.ts'

const css = `
  /* .gone { } */
  @media (min-width: 62.5em) {
    .row:is(.wide, .low) > .cell:not(:first-child) { margin: .5em; background: url('a.png') }
  }
  .cell { &.chosen { color: red } }
`

const faultsOf = (source: string, more: Record<string, string> = {}) =>
  classNameFaults(
    new Map(Object.entries({ 'areas/buses/web/Bus.module.css': css, 'areas/buses/web/Bus.tsx': source, ...more })),
  )

const imported = "import styles from './Bus.module.css'\n"
const used = `${imported}styles['row'] styles['low'] styles['cell'] styles.chosen`

it('accepts names that are used and defined', () => {
  expect(faultsOf(`${used} styles['wide']`)).toEqual([])
  expect(
    faultsOf(used, { 'core/Wide.tsx': "import styles from '#areas/buses/web/Bus.module.css'\nstyles.wide" }),
  ).toEqual([])
})

it('reports a name that its CSS module lacks', () => {
  const lacking = (name: string) => [`areas/buses/web/Bus.tsx: .${name} is not in areas/buses/web/Bus.module.css`]
  expect(faultsOf(`${used} styles['wide'] styles['head']`)).toEqual(lacking('head'))
  expect(faultsOf(`${used} styles['wide'] styles.gone`)).toEqual(lacking('gone'))
})

it('reports a class that nothing uses', () => {
  const unused = ['areas/buses/web/Bus.module.css: nothing uses .wide']
  expect(faultsOf(used)).toEqual(unused)
  expect(faultsOf(`${used} // the wide one`)).toEqual(unused)
  expect(faultsOf(`${used} styles[size]`)).toEqual(unused)
  expect(faultsOf(`${used} styles[size] type Size = 'wide' | 'low'`)).toEqual([])
})
