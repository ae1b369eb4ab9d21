import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { getProfile } from '#platform/contract/profile.ts'
import type { Platform } from '#platform/server/area.ts'
import { answer } from '#platform/server/http/answer.ts'
import { endSignIn } from '../calls.ts'
import { ProfileAnswer, SignOutBody } from '../contract.ts'
import { profileOf } from './profile-claims.ts'
import { troubleRoute } from './trouble.ts'

export function signInRoutes(app: FastifyInstance, platform: Platform): void {
  troubleRoute(app, platform)

  answer(app, getProfile, { answer: ProfileAnswer }, ({ employee }) => profileOf(employee))

  answer(app, endSignIn, { body: SignOutBody, answer: z.boolean() }, async ({ signOut }) => {
    await signOut()
    return true
  })
}
