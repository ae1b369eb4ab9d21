import type { OfficeArea } from '#platform/web/office/area.ts'
import { getEmployeeCounts, getEmployees } from '../calls.ts'

export const employeeOffice: OfficeArea = {
  screens: [
    {
      path: 'anstallda',
      title: 'Anställda',
      icon: 'people',
      gate: getEmployees.gate,
      counts: getEmployeeCounts,
      load: () => import('./EmployeesScreen.tsx'),
    },
  ],
}
