import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { Platform } from '#platform/server/area.ts'
import { answer } from '#platform/server/http/answer.ts'
import { getCompanies } from '../calls.ts'
import { Company } from '../contract.ts'

/** The companies of the group, from which forms of several areas choose; everybody may know their names. */
export function peopleRoutes(app: FastifyInstance, { variants }: Platform): void {
  const { compare } = new Intl.Collator('sv')
  const companies = [...variants.companies.values()].map(({ id, name }) => ({ id, name }))
  companies.sort((a, b) => compare(a.name, b.name))
  answer(app, getCompanies, { answer: z.array(Company) }, () => companies)
}
