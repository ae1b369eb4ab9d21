import { expect, test } from 'vitest'
import { offeredVehicles, vehicleOptions } from './vehicle-options.ts'

const vehicles = ['1', '2', '3', '4'].map((number) => ({ number, name: `Buss ${number}` }))
const duty = { underWay: true, vehicle: 'Buss 3', place: 'Depån', begins: 0, changes: Infinity }
const labels = (options: ReturnType<typeof vehicleOptions>) => options.map(({ label, group }) => [label, group])

test('the duty’s bus comes first, then the recently chosen ones, each once', () => {
  const offered = offeredVehicles(vehicles, duty, ['2', '3', 'såld'])
  expect(labels(vehicleOptions(vehicles, offered))).toEqual([
    ['Buss 3', 'Din buss nu'],
    ['Buss 2', 'Senast använda'],
    ['Buss 1', 'Alla'],
    ['Buss 4', 'Alla'],
  ])
})

test('where the recent ones are shown already, a late duty’s bus moves none of them', () => {
  const [bus1, bus2, bus3] = vehicles
  expect(offeredVehicles(vehicles, duty, ['2', '1'], true)).toEqual([
    { vehicle: bus2, because: 'recent' },
    { vehicle: bus1, because: 'recent' },
    { vehicle: bus3, because: 'duty' },
  ])
  expect(offeredVehicles(vehicles, duty, ['3', '2'], true)).toEqual([
    { vehicle: bus3, because: 'duty' },
    { vehicle: bus2, because: 'recent' },
  ])
})

test('a future duty says so; one without a bus, or with an unknown bus, offers none', () => {
  expect(offeredVehicles(vehicles, { ...duty, underWay: false }, [])).toEqual([
    { vehicle: vehicles[2], because: 'next-duty' },
  ])
  for (const other of [null, undefined, { ...duty, vehicle: '' }, { ...duty, vehicle: 'Taxi' }])
    expect(offeredVehicles(vehicles, other, [])).toEqual([])
})

test('without any, the list has no headings', () => {
  expect(labels(vehicleOptions(vehicles, [])).every(([, group]) => group === undefined)).toBe(true)
})
