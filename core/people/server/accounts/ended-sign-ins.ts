import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Clock, Database } from '#platform/server/area.ts'
import type { Config } from '#platform/server/config.ts'
import { prepared } from '#platform/server/db/prepared.ts'
import { selected, type RowOf } from '#platform/server/db/rows.ts'
import { ISSUED_AHEAD_S } from '#platform/server/http/token.ts'

/** The part of a token that a sign-out needs. */
export interface SignIn {
  /** Hashes of the token and, if it names one, of its session at the provider. */
  readonly keys: readonly string[]
  /** When the token was issued, in seconds by the provider's clock. */
  readonly issuedAt: number
}

const MOST_HERE = 10_000
const MOST_ISSUERS = 1000
/** How far a provider may set the time of issue back, as a bound on what a process that has seen only old tokens takes for that. */
const MOST_BACK_S = 600

const digest = (text: string) => hash('sha256', text, 'base64url')

/**
 * Identifies a token and its session without storing either. The token is identified by its signed part: a signature can be encoded
 * in several ways that all verify.
 */
export function signInOf(
  token: string,
  { issuer, sub, session, issuedAt }: { issuer: string; sub: string; session: string | null; issuedAt: number },
): SignIn {
  const signed = token.slice(0, token.lastIndexOf('.'))
  const keys = [digest(signed), ...(session === null ? [] : [digest(JSON.stringify([issuer, sub, session]))])]
  return { keys, issuedAt }
}

/** SQL for whether the sign-in of a token with these keys and this time of issue has been ended. */
export const wasEnded = (keys: readonly string[], issuedAt: Date) => sql<boolean>`
  exists (select from ended_sign_ins where key = any(${keys}) and issued_until >= ${issuedAt})`

const ended = selected({ ended: sql<boolean>`s.ended` })
const endedBy = prepared(
  (_db, keys: readonly string[], issuedAt: Date) => sql<RowOf<typeof ended>>`
    select ${ended} from (select ${wasEnded(keys, issuedAt)} as ended) s`,
)

/**
 * Sign-ins that have ended before their token expired. A session may continue at the provider and issue new tokens, so tokens that
 * the session issued until the sign-out are refused, but not later ones. Which are later is by the provider's clock.
 */
export function endedSignIns(
  db: Database,
  clock: Clock,
  { tokenSeconds, clockToleranceSeconds }: Pick<Config, 'tokenSeconds' | 'clockToleranceSeconds'>,
) {
  // Sign-outs in this process take effect at once, also for tokens that are remembered as valid.
  const here = new LRUCache<string, number>({ max: MOST_HERE })
  /** By issuer, the least number of seconds between a token's time of issue and its use: so far back the provider sets that time, or its clock. */
  const setBack = new LRUCache<string, number>({ max: MOST_ISSUERS })
  return {
    /** Call it for each verified token. */
    noteIssued(issuer: string, { issuedAt }: SignIn): void {
      const seconds = Math.max(0, clock().getTime() / 1000 - issuedAt)
      setBack.set(issuer, Math.min(seconds, setBack.get(issuer) ?? MOST_BACK_S))
    },

    /** Whether it was ended through this process. */
    endedHere: ({ keys, issuedAt }: SignIn): boolean => keys.some((key) => issuedAt <= (here.get(key) ?? -Infinity)),

    /** Whether it was ended through any process. For a sign-in without an employee; otherwise `wasEnded` is read with the employee. */
    async ended({ keys, issuedAt }: SignIn): Promise<boolean> {
      return (await endedBy(db, keys, new Date(issuedAt * 1000)))[0]?.ended === true
    },

    async end(issuer: string, { keys, issuedAt }: SignIn): Promise<void> {
      const now = clock()
      // The ended token itself and earlier ones are refused in any case.
      const until = Math.max(issuedAt, Math.floor(now.getTime() / 1000 - (setBack.get(issuer) ?? 0)))
      // All tokens of the ended sign-in have expired by then.
      const forgotten = new Date(now.getTime() + (tokenSeconds + ISSUED_AHEAD_S + clockToleranceSeconds) * 1000)
      await sql`
        insert into ended_sign_ins (key, issued_until, forgotten_at)
        select key, ${new Date(until * 1000)}, ${forgotten} from json_array_elements_text(${JSON.stringify(keys)}::json) as k(key)
        on conflict (key) do update set issued_until = greatest(ended_sign_ins.issued_until, excluded.issued_until),
          forgotten_at = greatest(ended_sign_ins.forgotten_at, excluded.forgotten_at)`.execute(db)
      for (const key of keys) here.set(key, Math.max(until, here.get(key) ?? -Infinity))
    },
  }
}

export async function forgetEndedSignIns(db: Database, now: Date): Promise<void> {
  await sql`delete from ended_sign_ins where forgotten_at < ${now}`.execute(db)
}
