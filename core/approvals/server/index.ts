import type { ServerArea } from '#platform/server/area.ts'
import { approvalMigrations } from './migrations.ts'

export const approvals: ServerArea = { name: 'approvals', migrations: approvalMigrations }
