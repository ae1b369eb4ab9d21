import type { FastifyRequest } from 'fastify'

/** Types that do not concern people: all others may say who was threatened or hurt. */
const impersonal: readonly string[] = ['Trafikinformation', 'Hållplatsinformation']

export interface Read {
  readonly id: number
  readonly typ: string
  /** Whether the employee who reads it reported it. */
  readonly egen: boolean
}

/** Logs who has read which of others' reports of threats and injuries, by the employee's random id and the reports' ids. */
export function logReads(request: FastifyRequest, employee: { readonly id: string }, reports: readonly Read[]): void {
  const read = reports.filter(({ typ, egen }) => !egen && !impersonal.includes(typ)).map(({ id }) => id)
  if (read.length > 0) request.log.info({ employee: employee.id, reports: read }, 'sensitive reports read')
}
