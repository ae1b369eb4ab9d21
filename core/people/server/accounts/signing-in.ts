import { sql, type RawBuilder } from 'kysely'
import type { Database } from '#platform/server/area.ts'
import { prepared } from '#platform/server/db/prepared.ts'
import { selected, type RowOf } from '#platform/server/db/rows.ts'
import { plainIssuer } from '../issuer.ts'
import { ruleFields, type RuleState } from '../roles/role-rules.ts'
import { employeeFields, isId, type StoredEmployee } from '../store.ts'
import { wasEnded, type SignIn } from './ended-sign-ins.ts'

const row = selected({ ...employeeFields, ...ruleFields, ended: sql<boolean>`s.ended` })

/** One query instead of three, because the first call of each shift runs it. */
const signingIn = (ended: RawBuilder<boolean>, which: RawBuilder<unknown>) => sql<RowOf<typeof row>>`
  select ${row} from employees e cross join (select ${ended} as ended) s ${which}`

const byId = prepared((_db, keys: readonly string[], issuedAt: Date, id: string) =>
  signingIn(wasEnded(keys, issuedAt), sql`where e.id = ${id}`),
)
const byIdentity = prepared(
  (_db, keys: readonly string[], issuedAt: Date, spellings: readonly string[], subject: string, issuer: string) =>
    signingIn(
      wasEnded(keys, issuedAt),
      sql`join identities i on i.employee_id = e.id where i.issuer = any(${spellings}) and i.subject = ${subject}
        order by i.issuer = ${issuer} desc limit 1`,
    ),
)

/** An employee who signs in, as stored. */
export interface SigningIn {
  readonly employee: StoredEmployee
  /** Whether the sign-in has been ended, in any process. */
  readonly ended: boolean
  readonly rules: RuleState
}

/** Finds the employee of the embedded provider's token. */
export async function signingInById(db: Database, signIn: SignIn, id: string): Promise<SigningIn | null> {
  if (!isId(id)) return null
  return taken((await byId(db, signIn.keys, issued(signIn), id))[0])
}

/** Finds the employee linked to an outside provider's subject; the issuer may have a trailing slash. */
export async function signingInByIdentity(
  db: Database,
  signIn: SignIn,
  { issuer, subject }: { readonly issuer: string; readonly subject: string },
): Promise<SigningIn | null> {
  const spellings = [plainIssuer(issuer), `${plainIssuer(issuer)}/`]
  return taken((await byIdentity(db, signIn.keys, issued(signIn), spellings, subject, issuer))[0])
}

const issued = ({ issuedAt }: SignIn) => new Date(issuedAt * 1000)

function taken(found: RowOf<typeof row> | undefined): SigningIn | null {
  if (!found) return null
  const { ended, decidedBy, lastIssued, rules, held, ...employee } = found
  return { employee, ended, rules: { decidedBy, lastIssued, rules, held } }
}
