import type { WebArea } from '#platform/web/shell/area.ts'
import { dutiesIcon } from '#platform/web/ui/icons.ts'
import { assignmentsBlockGate, assignmentsGate } from '../calls.ts'
import { useHasDuty } from './current-assignment.ts'
import { CurrentDutyCard } from './CurrentDutyCard.tsx'

export const assignments: WebArea = {
  screens: [
    {
      path: 'minauppdrag',
      title: 'Mina uppdrag',
      gate: assignmentsGate,
      load: () => import('./AssignmentsScreen.tsx'),
    },
  ],
  menu: [
    {
      path: 'minauppdrag',
      group: 'work',
      label: 'Mina uppdrag',
      icon: 'duties',
      bar: { label: 'Uppdrag', icon: dutiesIcon },
    },
  ],
  dutyAtHand: () => import('./duty-at-hand.ts').then((module) => module.dutyAtHand()),
  useHasDuty,
  ahead: async () => (await import('./ahead.ts')).fetchDutiesAhead(),
  blocks: [
    // Part of the first load, since drivers open the app for it.
    { id: 'current-duty', place: 'lead', gate: assignmentsBlockGate, component: CurrentDutyCard },
    { id: 'assignments-of-day', place: 'main', gate: assignmentsBlockGate, load: () => import('./DayBlock.tsx') },
  ],
}
