import type { Variant } from '#platform/contract/variant.ts'
import type { Database } from '#platform/server/area.ts'
import { findById, findByUserName } from '#core/people/server/store.ts'
import type { Employee } from '#platform/server/http/signed-in.ts'
import type { Variants } from '#platform/server/variants.ts'

/** The password of every account: the demo's provider has no others. */
export const demoPassword = 'demo'

/** Whether the employee may sign in through this variant's provider. */
function belongs(employee: Employee | null, variant: Variant): employee is Employee {
  return employee !== null && employee.active && (!variant.company || variant.company.id === employee.company)
}

/** The employee behind a session or a token, as long as he or she may still sign in. */
export async function accountOf(db: Database, variant: Variant, id: string): Promise<Employee | null> {
  const employee = await findById(db, id)
  return belongs(employee, variant) ? employee : null
}

/** The employees whom the typed name may mean, including those who may not sign in. */
export async function accountsNamed(
  { db, variants }: { db: Database; variants: Variants },
  variant: Variant,
  userName: string,
): Promise<Employee[]> {
  const { company, name } = readUserName(userName, variants)
  const only = company ?? variant.company?.id ?? null
  // In lower case too: phones often capitalise the first letter.
  return findByUserName(db, name, only)
}

export type SignInOutcome = Employee | 'wrong' | 'ambiguous'

/** Decides which of them signs in. The answer does not reveal why a sign-in failed, so that nobody can find out which user names exist. */
export function whoSignsIn(named: readonly Employee[], variant: Variant, password: string): SignInOutcome {
  if (password !== demoPassword) return 'wrong'
  const welcome = named.filter((employee) => belongs(employee, variant))
  if (welcome.length > 1) return 'ambiguous'
  return welcome[0] ?? 'wrong'
}

/** 'norr/10001' names the company first; a slash after anything else belongs to the user name. */
function readUserName(typed: string, variants: Pick<Variants, 'companies'>): { company: string | null; name: string } {
  const text = typed.trim()
  const slash = text.indexOf('/')
  const company = text.slice(0, Math.max(slash, 0)).trim().toLowerCase()
  if (!variants.companies.has(company)) return { company: null, name: text }
  return { company, name: text.slice(slash + 1).trim() }
}
