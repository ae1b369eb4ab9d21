import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { Company, getCompanies } from '#platform/contract/companies.ts'
import type { Platform } from '#platform/server/area.ts'
import { answer } from '#platform/server/http/answer.ts'

/** The companies of the group, which several areas choose from: everybody may know their names. */
export function companyRoutes(app: FastifyInstance, { variants }: Platform): void {
  const { compare } = new Intl.Collator('sv')
  const companies = [...variants.companies.values()].map(({ id, name }) => ({ id, name }))
  companies.sort((a, b) => compare(a.name, b.name))
  answer(app, getCompanies, { answer: z.array(Company) }, () => companies)
}
