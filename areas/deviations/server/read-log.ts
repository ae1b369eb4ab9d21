import type { FastifyRequest } from 'fastify'

/** What tells of no people: all others may say who was threatened or hurt. */
const impersonal: readonly string[] = ['Trafikinformation', 'Hållplatsinformation']

export interface Read {
  readonly id: number
  readonly typ: string
  /** Whether it is the reader's own. */
  readonly egen: boolean
}

/** Logs who has read which reports of threats and injuries of others, by the employee's random id and the reports' numbers. */
export function logReads(request: FastifyRequest, employee: { readonly id: string }, reports: readonly Read[]): void {
  const read = reports.filter(({ typ, egen }) => !egen && !impersonal.includes(typ)).map(({ id }) => id)
  if (read.length > 0) request.log.info({ employee: employee.id, reports: read }, 'sensitive reports read')
}
