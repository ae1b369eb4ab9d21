import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { WrongSetting } from '../settings.ts'

export interface Patience {
  readonly limitMs: number
  readonly everyMs: number
  /** How long one attempt may take: a frozen server accepts a connection and never answers. */
  readonly attemptMs: number
}

const usual: Patience = { limitMs: 60_000, everyMs: 3000, attemptMs: 5000 }

/**
 * Waits until the PostgreSQL server at an address answers and takes writes, with a line for each failed attempt. Throws WrongSetting
 * if it does not in time, and at once if waiting cannot help, as with a wrong password. No line repeats any part of
 * the address.
 */
export async function waitForPostgres(
  address: string,
  tell: (line: string) => void,
  patience: Patience = usual,
): Promise<void> {
  const end = performance.now() + patience.limitMs
  while (true) {
    const failure = await attempt(address, patience.attemptMs)
    if (!failure) return
    if (!mayCome(failure)) throw new WrongSetting(`Databasen i DATABASE_URL kan inte användas (${reasonOf(failure)}).`)
    if (performance.now() + patience.everyMs > end) {
      throw new WrongSetting(`Databasen i DATABASE_URL svarar inte (${reasonOf(failure)}). Väntan avbryts.`)
    }
    tell(`Väntar på databasen (${reasonOf(failure)}) …`)
    await pause(patience.everyMs)
  }
}

/** The SQLSTATE of a standby, or a primary that is being replaced: the next server behind the address may be the primary. */
const READ_ONLY = '25006'

type Failure = Error & { readonly code?: string }

async function attempt(address: string, limitMs: number): Promise<Failure | null> {
  const client = newClient(address, limitMs)
  // A connection that breaks between two steps would otherwise end the process.
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ isOn: boolean }>(
      `select current_setting('transaction_read_only') = 'on' as "isOn"`,
    )
    return rows[0]?.isOn ? Object.assign(new Error('read only'), { code: READ_ONLY }) : null
  } catch (error) {
    return error as Failure
  } finally {
    // Not awaited: a frozen server never closes its end.
    void client.end().catch(() => undefined)
  }
}

/** Throws WrongSetting if a file that the address names, such as the authority's certificate, cannot be read. */
function newClient(address: string, limitMs: number): pg.Client {
  try {
    return new pg.Client({
      connectionString: address,
      connectionTimeoutMillis: limitMs,
      query_timeout: limitMs,
      keepAlive: false,
    })
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code ?? 'okänt fel'
    throw new WrongSetting(
      `Databasen i DATABASE_URL kan inte användas (en fil som sslrootcert, sslcert eller sslkey nämner: ${why}).`,
    )
  }
}

/** Returns the error's code instead of its message, which could repeat a part of the address. */
const reasonOf = ({ code, message }: Failure): string => {
  if (code) return code in codesInWords ? `${code}, ${codesInWords[code]}` : code
  return inWords.find(([pattern]) => pattern.test(message))?.[1] ?? 'okänt fel'
}

/** PostgreSQL's codes (Appendix A) for what an operator has set wrong or has to wait for. */
const codesInWords: Readonly<Record<string, string>> = {
  [READ_ONLY]: 'servern kan bara läsas',
  '28P01': 'fel användare eller lösenord',
  '28000': 'servern släpper inte in användaren',
  '3D000': 'databasen finns inte',
  '53300': 'servern har inga lediga anslutningar',
  '57P03': 'servern håller på att starta',
}

/** The driver's messages that have no code. */
const inWords: readonly (readonly [RegExp, string])[] = [
  [/time(d )?out|terminated/i, 'inget svar'],
  [/does not support SSL/, 'servern har inte TLS påslaget, som sslmode kräver'],
  [/client password must be/, 'lösenordet saknas'],
]

// Nothing listens, the name is not known yet, or the network is down.
const network = /^(ECONN|ENOTFOUND|EAI_|ETIMEDOUT|EHOST|ENET|ENOENT|EPIPE)/
// The server is starting or stopping, takes no writes, has no free connection, or does not have the database yet.
const notReady = new Set(['57P03', '57P01', '57P02', READ_ONLY, '53300', '3D000'])

const mayCome = ({ code, message }: Failure) =>
  code ? network.test(code) || notReady.has(code) || code.startsWith('08') : /time(d )?out|terminated/i.test(message)
