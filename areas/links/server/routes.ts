import type { FastifyInstance } from 'fastify'
import { readDetails } from '#core/people/server/details.ts'
import type { Platform } from '#platform/server/area.ts'
import { answer } from '#platform/server/http/answer.ts'
import { getTrainingUser } from '../calls.ts'
import { TrainingUser } from '../contract.ts'

export function linkRoutes(app: FastifyInstance, { db }: Platform): void {
  answer(app, getTrainingUser, { answer: TrainingUser }, async ({ employee }) => ({
    externalUserId: employee.number,
    companyId: employee.company,
    displayName: `${employee.firstName} ${employee.lastName}`,
    email: (await readDetails(db, employee.id)).email,
  }))
}
