import type { ServerArea } from '#platform/server/area.ts'
import { addDemoPayslips } from './demo/demo.ts'
import { checkPayslipKeys, removeUnreadable } from './keys-fit.ts'
import { payslipImporter } from './import-payslips.ts'
import { payslipTables } from './migrations/2026-11-27-payslips.ts'
import { payslipKeyNames } from './migrations/2026-11-28-payslip-keys.ts'
import { payslipIds } from './migrations/2026-12-04-payslips-ids.ts'
import { rekeyPayslips } from './rekey.ts'
import { payslipRoutes } from './routes.ts'
import { storedPayslips } from './store.ts'
import { payslipSettings } from './settings.ts'

export const payslips: ServerArea = {
  name: 'payslips',
  migrations: {
    '2026-11-27-payslips': payslipTables,
    '2026-11-28-payslip-keys': payslipKeyNames,
    '2026-12-04-payslips-ids': payslipIds,
  },
  routes: payslipRoutes,
  importers: [payslipImporter],
  demo: addDemoPayslips,
  settings: payslipSettings,
  checkAtStart: checkPayslipKeys,
  rekey: rekeyPayslips,
  removeUnreadable,
  filesInRows: storedPayslips,
}
