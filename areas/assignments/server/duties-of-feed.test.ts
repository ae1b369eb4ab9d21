// The duties of a feed: their vehicles, and what shows that one has changed.
import { expect, test } from 'vitest'
import { dutiesOfFeed } from './duties-of-feed.ts'
import { feedWith, read, smallFeed, type FeedText } from './tods/feed-fixture.ts'

const vehicleHead = 'date,service_id,block_id,vehicle_id\n'
const fleet = `${smallFeed['vehicles.txt']}2002,Buss 2002,ABC124\n`

/** The vehicle of each driving event on the first day. */
async function vehiclesOf(files: FeedText): Promise<string[]> {
  const { feed, errors } = await read(files)
  expect(errors).toEqual([])
  const [duty] = await dutiesOfFeed(feed!, 'Europe/Stockholm')
  return duty!
    .whole()
    .events.filter(({ description }) => !['Påstigning tjänst', 'Rast'].includes(description))
    .map(({ vehicle }) => vehicle)
}

/** The same block id in another service too, where it has another bus. */
const twoServices = (assignments: string) =>
  feedWith({
    'trips.txt': `${smallFeed['trips.txt']}R4,skollov,T9,Berga torg,B1\n`,
    'vehicles.txt': fleet,
    'vehicle_assignments.txt': vehicleHead + assignments,
  })

test.each([
  ['first', '20261109,vardag,B1,2001\n20261109,skollov,B1,2002\n'],
  ['last', '20261109,skollov,B1,2002\n20261109,vardag,B1,2001\n'],
])('a block of two services has the bus of the trip’s own, listed %s', async (_where, assignments) => {
  expect(await vehiclesOf(twoServices(assignments))).toEqual(['Buss 2001', 'Buss 2001', 'Buss 2001'])
})

test('a block without trips has the bus of the run’s service', async () => {
  const files = feedWith({
    'run_events.txt':
      'service_id,run_id,event_sequence,block_id,event_type,trip_id,start_location,start_time,end_location,end_time\n' +
      'vardag,101,10,B5,Reservbuss,,BC,08:00:00,BC,09:00:00\n',
    'vehicles.txt': fleet,
    'vehicle_assignments.txt': `${vehicleHead}20261109,skollov,B5,2002\n20261109,vardag,B5,2001\n`,
  })
  expect(await vehiclesOf(files)).toEqual(['Buss 2001'])
})

test('a positioning run has the bus of its block’s trips, whatever the run’s own service is', async () => {
  const run = smallFeed['run_events.txt']!.replaceAll('vardag,101', 'forare,101').replace(
    'Tomkörning,D1',
    'Tomkörning,',
  )
  const files = feedWith({
    'run_events.txt': run,
    'employee_run_dates.txt': smallFeed['employee_run_dates.txt']!.replaceAll('vardag', 'forare'),
    'calendar.txt': `${smallFeed['calendar.txt']}forare,1,1,1,1,1,0,0,20261102,20261231\n`,
    'trips.txt': `${smallFeed['trips.txt']}R4,skollov,T9,Berga torg,B1\n`,
    'vehicles.txt': fleet,
    'vehicle_assignments.txt': `${vehicleHead}20261109,vardag,B1,2001\n20261109,skollov,B1,2002\n`,
  })
  expect(await vehiclesOf(files)).toEqual(['Buss 2001', 'Buss 2001', 'Buss 2001'])
})

test('a block that only another service has a bus for has that one, but none of two', async () => {
  expect(await vehiclesOf(twoServices('20261109,skollov,B1,2002\n'))).toEqual(['Buss 2002', 'Buss 2002', 'Buss 2002'])
  expect(await vehiclesOf(twoServices('20261109,skollov,B1,2002\n20261109,helg,B1,2001\n'))).toEqual(['', '', ''])
})

/** The content hashes of duties on these days. */
async function hashesOn(days: readonly string[]): Promise<string[]> {
  const rows = days.map((day) => `${day},vardag,101,1001\n`).join('')
  const { feed, errors } = await read(
    feedWith({
      'calendar.txt': smallFeed['calendar.txt']!.replace('1,1,1,1,1,0,0', '1,1,1,1,1,1,1').replace(
        '20261102',
        '20261001',
      ),
      'employee_run_dates.txt': `date,service_id,run_id,employee_id\n${rows}`,
    }),
  )
  expect(errors).toEqual([])
  return (await dutiesOfFeed(feed!, 'Europe/Stockholm')).map(({ contentHash }) => contentHash)
}

// A version that took another hash of the same duty would withdraw every duty at the next import, with its confirmation.
test('a duty has the content hash that earlier versions stored, also on a day on which the clocks change', async () => {
  expect(await hashesOn(['20261109', '20261024', '20261025'])).toEqual([
    'ZehCh5MQN2VtnxBWg26gBROt3OIGjvalweJJWf_jZLE',
    'rO5anCTmXWr8ien_ep3bit_AvesDe-65u3m8rpmpNBc',
    '4Ljsr6u3-RNvmt6Wo7S8ZjKk8OB_qk2PTLnI5P2isdA',
  ])
})
