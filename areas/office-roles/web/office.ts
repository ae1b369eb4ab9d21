import { may } from '#core/people/roles.ts'
import { inOffice } from '#platform/contract/claims.ts'
import { getRoleCounts } from '../calls.ts'
import type { OfficeArea } from '#platform/web/office/area.ts'

export const rolesOffice: OfficeArea = {
  screens: [
    {
      path: 'roller',
      title: 'Roller',
      icon: 'people',
      gate: may('roles.see'),
      counts: getRoleCounts,
      load: () => import('./RolesScreen.tsx'),
    },
    {
      path: 'rollregler',
      title: 'Rollregler',
      icon: 'shield',
      gate: may('roles.give'),
      load: () => import('./RulesScreen.tsx'),
    },
    {
      path: 'minaroller',
      title: 'Mina roller',
      icon: 'user',
      gate: inOffice,
      load: () => import('./OwnRolesScreen.tsx'),
    },
  ],
}
