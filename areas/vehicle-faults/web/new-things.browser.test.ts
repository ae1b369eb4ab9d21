import { expect, test } from 'vitest'
import { callOptions } from '#platform/web/calls/query.ts'
import { queryClient } from '#platform/web/calls/query-client.ts'
import { getOwnFaults } from '../calls.ts'
import type { OwnFaultReport } from '../contract.ts'
import newAnswers from './new-things.ts'

const report: OwnFaultReport = {
  id: 1,
  number: 'F-1042',
  timestamp: '2026-10-25T02:10:00',
  faultCategoryName: 'Dörrar',
  faultCategoryNumber: 1,
  text: 'Dörr 2 stänger inte',
  state: 'Klar',
  attachments: [],
  vehicleName: 'Buss 2116',
  vehicleNumber: '2116',
  reason: null,
  steps: [
    { state: 'Mottagen', timestamp: '2026-10-25T02:10:00', reason: null },
    { state: 'Klar', timestamp: '2026-10-25T02:05:00', reason: null },
  ],
}
const written = { at: '2026-10-25T02:50:00', own: false, asks: false, text: 'Vi tittar på den.' }

test.each([
  ['a step that came after a message, when the clocks had gone back', 1, 'Felrapport F-1042: Klar'],
  ['a message that came after all steps', 2, 'Felrapport F-1042: Verkstaden har svarat'],
])('what is new is %s', async (_what, afterSteps, text) => {
  const items = [{ ...report, messages: [{ ...written, afterSteps }] }]
  queryClient.setQueryData(callOptions(getOwnFaults, {}).queryKey, { items, hasMore: false })
  expect((await newAnswers()).map((thing) => thing.text)).toEqual([text])
})
