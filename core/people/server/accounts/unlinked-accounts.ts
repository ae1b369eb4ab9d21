import { sql } from 'kysely'
import type { Database } from '#platform/server/area.ts'
import { columnsOf, selected, type RowOf } from '#platform/server/db/rows.ts'
import { plainIssuer } from '../issuer.ts'
import type { PeopleTables } from '../tables.ts'

/** An account of a company's own sign-in provider that is linked to no employee. */
export interface UnlinkedAccount {
  /** As `plainIssuer` returns it, as in the links. */
  readonly issuer: string
  readonly subject: string
  /** The name in its token. */
  readonly name: string | null
  /**
   * The variant of the host where the attempt was made, and that variant's company: null on the group's own hosts. A later attempt there
   * changes neither, because the company is known.
   */
  readonly variant: string
  readonly company: string | null
}

export const MOST_UNLINKED = 5000
/** How long an account is kept after its last attempt: its name may be that of somebody outside the group. */
const KEPT_DAYS = 30

const kept = (now: Date) => new Date(now.getTime() - KEPT_DAYS * 86_400_000)

/** Records an attempt by an account; its issuer as in its token. One row per account; above the limit the oldest are removed. */
export async function noteUnlinked(db: Database, account: UnlinkedAccount, now: Date): Promise<void> {
  const { subject, name, variant, company } = account
  const issuer = plainIssuer(account.issuer)
  // Rows of the version before have the issuer as the provider writes it.
  if (issuer !== account.issuer)
    await sql`delete from unlinked_accounts where issuer = ${account.issuer} and subject = ${subject}`.execute(db)
  await sql`
    insert into unlinked_accounts (issuer, subject, name, variant, company, last_tried_at)
    values (${issuer}, ${subject}, ${name}, ${variant}, ${company}, ${now})
    on conflict (issuer, subject) do update set name = excluded.name,
      variant = case when excluded.company is null and unlinked_accounts.company is not null
        then unlinked_accounts.variant else excluded.variant end,
      company = coalesce(excluded.company, unlinked_accounts.company), last_tried_at = excluded.last_tried_at`.execute(
    db,
  )
  await sql`
    delete from unlinked_accounts where (issuer, subject) in (
      select issuer, subject from unlinked_accounts order by last_tried_at desc offset ${MOST_UNLINKED})`.execute(db)
}

const u = columnsOf<PeopleTables['unlinked_accounts']>('u')
const tried = selected({
  issuer: u('issuer'),
  subject: u('subject'),
  name: u('name'),
  variant: u('variant'),
  company: u('company'),
  lastTriedAt: u('last_tried_at'),
})

/** Attempts on the company's hosts, or on the group's, where the company is unknown; latest first. */
export async function unlinkedAccounts(
  db: Database,
  company: string,
  now: Date,
): Promise<(UnlinkedAccount & { readonly lastTriedAt: Date })[]> {
  const { rows } = await sql<RowOf<typeof tried>>`
    select ${tried} from unlinked_accounts u
    where (company = ${company} or company is null) and last_tried_at >= ${kept(now)}
      and not exists (
        select from identities i
        where i.issuer in (rtrim(u.issuer, '/'), rtrim(u.issuer, '/') || '/') and i.subject = u.subject)
    order by last_tried_at desc, issuer, subject`.execute(db)
  return rows
}

export async function forgetOldUnlinked(db: Database, now: Date): Promise<void> {
  await sql`delete from unlinked_accounts where last_tried_at < ${kept(now)}`.execute(db)
}
