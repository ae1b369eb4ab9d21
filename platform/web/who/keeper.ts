import { renewalTime, type StoredUser } from './life.ts'

/** How a renewal ended. `refused`: the employee must sign in at the provider. `unreachable`: the provider could not be asked. */
export type Answer = 'renewed' | 'refused' | 'unreachable'

/** `stopped`: another renewal would not help, so the employee must decide. */
export type Renewal = Answer | 'stopped'

export interface KeeperParts {
  readonly now: () => number
  /** The storage that all tabs of the browser share. */
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  /** The stored sign-in, valid or not. */
  readonly stored: () => StoredUser | null
  /** Runs work in one tab at a time. */
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>
  /** Whether the portal can be reached. Otherwise a new token would be useless. */
  readonly reached: () => boolean
  /** Asks the provider once for a new token. */
  readonly ask: () => Promise<Answer>
}

export interface TokenKeeper {
  /** Renews the stored sign-in if it is time, or if the server has refused `refusedToken`. `again`: coverage has returned. */
  renew(refusedToken?: string | null, again?: boolean): Promise<Renewal>
  /** Whether a browser that was signed in may be sent to the provider automatically. */
  maySignIn(): Promise<boolean>
  /** Called when the employee wants to try again. */
  startAfresh(): Promise<void>
  /** How long to wait before the next renewal, in milliseconds. Null if waiting does not help. */
  wait(): number | null
}

const MOST = 3
const WITHIN_MS = 60_000
/**
 * After a refusal that a renewal did not solve, and after too many renewals, nothing is tried for this long unless the employee asks for
 * it.
 */
const PAUSE_MS = 5 * 60_000
/** A provider that cannot be reached is asked again after 10 s, 20 s, 40 s and then every minute. */
const FIRST_RETRY_MS = 10_000
const LAST_RETRY_MS = 60_000
// Longer waits overflow a browser's timer and fire at once.
const LONGEST_MS = 12 * 60 * 60_000

/** The data that the tabs share. Times are by the phone's clock. */
interface Ledger {
  /** When the provider was asked for a token, as far back as it counts. */
  readonly asked: readonly number[]
  /** The last token that the server refused and that was then renewed. */
  readonly refused?: Mark
  /** The token for which the provider had nothing newer: only the employee can get a new one. */
  readonly barren?: string
  /** How many consecutive times the provider could not be reached, and when last. */
  readonly missed?: { readonly times: number; readonly at: number }
  /** When renewals were stopped, so that the employee must decide. */
  readonly stoppedAt?: number
}

interface Mark {
  readonly token: string
  readonly at: number
}

const key = 'linjen.renewals'
/** Identifies a token without storing another copy of it. */
const markOf = (token: string) => token.slice(-16)

/** When a provider that could not be reached may be asked again. */
const retryAt = ({ missed }: Ledger) =>
  missed ? missed.at + Math.min(FIRST_RETRY_MS * 2 ** (missed.times - 1), LAST_RETRY_MS) : 0

/** When the oldest of too many requests no longer counts. */
const freeAt = ({ asked }: Ledger) => (asked.length < MOST ? 0 : Math.min(...asked) + WITHIN_MS)

/** Decides when a token is renewed and when the employee must act, for all tabs of a browser. */
export function tokenKeeper({ now, storage, stored, inTurn, reached, ask }: KeeperParts): TokenKeeper {
  function read(): Ledger {
    const at = now()
    let ahead = false
    // After the clock was set back, past times are in the future. They count as now, because otherwise they would count for hours.
    const past = (time: unknown) => {
      const known = typeof time === 'number' ? time : 0
      ahead ||= known > at
      return Math.min(known, at)
    }
    try {
      const { asked, refused, barren, missed, stoppedAt } = JSON.parse(storage.getItem(key) ?? '{}') as Partial<Ledger>
      const ledger = {
        asked: (Array.isArray(asked) ? asked : []).map(past).filter((time) => time > at - WITHIN_MS),
        ...(refused && { refused: { token: refused.token, at: past(refused.at) } }),
        ...(barren !== undefined && { barren }),
        ...(missed && { missed: { times: missed.times, at: past(missed.at) } }),
        ...(stoppedAt !== undefined && past(stoppedAt) > at - PAUSE_MS && { stoppedAt: past(stoppedAt) }),
      }
      if (ahead) write(ledger)
      return ledger
    } catch {
      return { asked: [] }
    }
  }

  function write(ledger: Ledger): void {
    try {
      storage.setItem(key, JSON.stringify(ledger))
    } catch {
      // A phone that stores nothing has no stored sign-in either.
    }
  }

  /** Counts a request that is about to be made. Returns null if it must not be made. */
  function count(ledger: Ledger): Ledger | null {
    if (ledger.stoppedAt !== undefined) return null
    if (ledger.asked.length >= MOST) {
      // If the provider could not be reached, waiting helps. Otherwise more requests would only loop.
      if (!ledger.missed) write({ ...ledger, stoppedAt: now() })
      return null
    }
    const counted = { ...ledger, asked: [...ledger.asked, now()] }
    write(counted)
    return counted
  }

  async function renew(refusedToken: string | null, again: boolean): Promise<Renewal> {
    const before = stored()
    if (!before) return 'refused'
    const refusedNow = refusedToken === before.token
    // Another tab has renewed the sign-in, or there is a new sign-in.
    if (!refusedNow && renewalTime(before) > now()) return 'renewed'
    if (!reached()) return 'unreachable'
    let ledger = read()
    const mark = markOf(before.token)
    if (refusedNow && ledger.refused?.token !== mark) {
      // The previous token was refused and renewed too, so the next one would also be refused.
      if (ledger.refused && ledger.refused.at > now() - PAUSE_MS) return 'stopped'
      ledger = { ...ledger, refused: { token: mark, at: now() } }
      write(ledger)
    }
    if (ledger.barren === mark) return 'refused'
    if (!again && retryAt(ledger) > now()) return 'unreachable'
    const counted = count(ledger)
    if (!counted) return ledger.missed && ledger.stoppedAt === undefined ? 'unreachable' : 'stopped'
    const answer = await ask()
    const after = stored()
    const { missed, ...rest } = counted
    // Whatever the answer: somebody may have signed in meanwhile.
    if (after && isNewer(after, before)) {
      write(rest)
      return 'renewed'
    }
    if (answer === 'unreachable') {
      write({ ...rest, missed: { times: (missed?.times ?? 0) + 1, at: now() } })
      return answer
    }
    write({ ...rest, barren: markOf((after ?? before).token) })
    return 'refused'
  }

  return {
    renew: (refusedToken = null, again = false) => inTurn(() => renew(refusedToken, again)),
    maySignIn: () =>
      // A first visit, or one after signing out, cannot be a loop.
      inTurn(() => Promise.resolve(!stored() || count(read()) !== null)),
    startAfresh: () => inTurn(() => Promise.resolve(storage.removeItem(key))),
    wait() {
      const user = stored()
      const ledger = read()
      if (!user || !reached() || ledger.barren === markOf(user.token) || ledger.stoppedAt !== undefined) return null
      const at = Math.max(renewalTime(user), retryAt(ledger), ledger.missed ? freeAt(ledger) : 0)
      return Math.min(Math.max(at - now(), 0), LONGEST_MS)
    },
  }
}

function isNewer(after: StoredUser, before: StoredUser): boolean {
  return after.token !== before.token && after.issuedAt >= before.issuedAt
}
