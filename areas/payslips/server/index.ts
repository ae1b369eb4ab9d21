import type { ServerArea } from '#platform/server/area.ts'
import { addDemoPayslips } from './demo/demo.ts'
import { payslipImporter } from './import-payslips.ts'
import { payslipTables } from './migrations/2026-11-27-payslips.ts'
import { payslipRoutes } from './routes.ts'

export const payslips: ServerArea = {
  name: 'payslips',
  migrations: { '2026-11-27-payslips': payslipTables },
  routes: payslipRoutes,
  importers: [payslipImporter],
  demo: addDemoPayslips,
}
