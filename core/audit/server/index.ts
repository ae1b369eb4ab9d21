import type { ServerArea } from '#platform/server/area.ts'
import { auditMigrations } from './migrations.ts'
import { forgetOldAudit } from './retention.ts'

export const auditing: ServerArea = { name: 'audit', migrations: auditMigrations, nightly: forgetOldAudit }
