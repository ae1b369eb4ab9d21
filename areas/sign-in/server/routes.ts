import type { FastifyInstance } from 'fastify'
import { answer } from '#platform/server/http/answer.ts'
import { getProfile } from '#platform/contract/profile.ts'
import { ProfileAnswer } from '../contract.ts'
import { profileOf } from './profile-claims.ts'

export function profileRoute(app: FastifyInstance): void {
  answer(app, getProfile, { answer: ProfileAnswer }, ({ employee }) => profileOf(employee))
}
