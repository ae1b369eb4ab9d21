import type { FastifyInstance } from 'fastify'
import type { Platform, Ports } from '#platform/server/area.ts'
import { answer } from '#platform/server/http/answer.ts'
import { getTrainingUser } from '../calls.ts'
import { TrainingUser } from '../contract.ts'

export function linkRoutes(app: FastifyInstance, _platform: Platform, { personalEmail }: Ports): void {
  answer(app, getTrainingUser, { answer: TrainingUser }, async ({ employee }) => ({
    externalUserId: employee.number,
    companyId: employee.company,
    displayName: `${employee.firstName} ${employee.lastName}`,
    email: await personalEmail.emailOf(employee.id),
  }))
}
