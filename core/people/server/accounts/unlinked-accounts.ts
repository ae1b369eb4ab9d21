import { sql, type SqlBool } from 'kysely'
import type { Database } from '#platform/server/area.ts'
import { columnsOf, columnsOrNull, selected, type RowOf } from '#platform/server/db/rows.ts'
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
    with attempt as (
      insert into unlinked_attempts (company, issuer, subject, variant, last_tried_at)
      select ${company}::text, ${issuer}, ${subject}, ${variant}, ${now}::timestamptz where ${company}::text is not null
      on conflict (company, issuer, subject) do update set variant = excluded.variant, last_tried_at = excluded.last_tried_at
    )
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
const a = columnsOrNull<PeopleTables['unlinked_attempts']>('a')

/** SQL for unlinked accounts `u` with what a company may know of each: the last attempt on its own hosts, or on the group's. */
function seenBy(company: string) {
  // The version before writes no attempts: what `u` has of the company counts too.
  const own = sql<SqlBool>`(u.company = ${company} or u.company is null)`
  return {
    from: sql`unlinked_accounts u left join unlinked_attempts a
      on a.company = ${company} and a.issuer = u.issuer and a.subject = u.subject`,
    isSeen: sql<SqlBool>`(a.company is not null or ${own})`,
    isItsOwn: sql<SqlBool>`(a.company is not null or u.company = ${company})`,
    company: sql<string | null>`coalesce(${a('company')}, ${u('company')})`,
    variant: sql<string>`case when ${own} then ${u('variant')} else ${a('variant')} end`,
    lastTriedAt: sql<Date>`case when ${own} then ${u('last_tried_at')} else ${a('last_tried_at')} end`,
  }
}

/** Attempts on the company's hosts, or on the group's, where the company is unknown; latest first. */
export async function unlinkedAccounts(
  db: Database,
  company: string,
  now: Date,
): Promise<(UnlinkedAccount & { readonly lastTriedAt: Date })[]> {
  const seen = seenBy(company)
  const tried = selected({
    issuer: u('issuer'),
    subject: u('subject'),
    name: u('name'),
    variant: seen.variant,
    company: seen.company,
    lastTriedAt: seen.lastTriedAt,
  })
  const { rows } = await sql<RowOf<typeof tried>>`
    select ${tried} from ${seen.from}
    where ${seen.isSeen} and ${seen.lastTriedAt} >= ${kept(now)}
      and not exists (
        select from identities i
        where i.issuer in (rtrim(u.issuer, '/'), rtrim(u.issuer, '/') || '/') and i.subject = u.subject)
    order by ${seen.lastTriedAt} desc, u.issuer, u.subject`.execute(db)
  return rows
}

type Account = Pick<UnlinkedAccount, 'issuer' | 'subject'>

/** Where `lastAttempts` returns an account, however its issuer is spelled. */
export const accountKey = ({ issuer, subject }: Account): string => `${plainIssuer(issuer)} ${subject}`

export interface Attempt {
  readonly name: string | null
  readonly at: Date
}

/** By `accountKey`: the name that each of these accounts gave last, and when it tried to sign in on the company's own hosts. */
export async function lastAttempts(
  db: Database,
  company: string,
  accounts: readonly Account[],
): Promise<ReadonlyMap<string, Attempt>> {
  const seen = seenBy(company)
  const attempt = selected({ issuer: u('issuer'), subject: u('subject'), name: u('name'), at: seen.lastTriedAt })
  const asked = accounts.map(({ issuer, subject }) => ({ issuer: plainIssuer(issuer), subject }))
  const { rows } = await sql<RowOf<typeof attempt>>`
    select ${attempt} from ${seen.from}
    join json_to_recordset(${JSON.stringify(asked)}::json) as g(issuer text, subject text)
      on u.issuer in (g.issuer, g.issuer || '/') and u.subject = g.subject
    where ${seen.isItsOwn} order by ${seen.lastTriedAt}`.execute(db)
  return new Map(rows.map(({ name, at, ...account }) => [accountKey(account), { name, at }]))
}

/** Whether the account has tried on the company's own hosts. Locks it until the transaction ends. */
export async function lockTried(tx: Database, company: string, { issuer, subject }: Account): Promise<boolean> {
  const seen = seenBy(company)
  const { rows } = await sql`
    select from ${seen.from}
    where u.issuer in (${plainIssuer(issuer)}, ${`${plainIssuer(issuer)}/`}) and u.subject = ${subject} and ${seen.isItsOwn}
    for update of u`.execute(tx)
  return rows.length > 0
}

export async function forgetOldUnlinked(db: Database, now: Date): Promise<void> {
  await sql`delete from unlinked_attempts where last_tried_at < ${kept(now)}`.execute(db)
  await sql`delete from unlinked_accounts where last_tried_at < ${kept(now)}`.execute(db)
}
