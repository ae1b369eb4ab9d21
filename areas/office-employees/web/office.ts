import type { OfficeArea } from '#platform/web/office/area.ts'
import { getEmployees } from '../calls.ts'

export const employeeOffice: OfficeArea = {
  screens: [
    {
      path: 'anstallda',
      title: 'Anställda',
      icon: 'people',
      gate: getEmployees.gate,
      load: () => import('./EmployeesScreen.tsx'),
    },
  ],
}
