import { lookup } from 'node:dns/promises'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP } from 'node:net'
import { isPublicAddress } from './public-address.ts'

/** Access to the web, passed in, so that a test can show that no forbidden address is requested. */
export interface Web {
  /** All addresses of a host name. */
  resolve(hostname: string): Promise<readonly string[]>
  /** Connects to exactly this address, whatever the name resolves to by now. */
  connect(target: Target): Promise<Answered>
}

export interface Target {
  readonly url: URL
  /** An IP address that has been checked. */
  readonly address: string
  /** Aborted at the time limit, and when the answer is no longer needed: this closes the connection. */
  readonly signal: AbortSignal
}

export interface Answered {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: AsyncIterable<Uint8Array>
}

/** Why something was not fetched, worded for the person who runs the import. */
export class NotFetched extends Error {
  /** Whether another attempt may succeed. */
  readonly passing: boolean
  /** Whether the server did not answer at all. */
  readonly silent: boolean
  constructor(message: string, passing: boolean | 'silent' = false) {
    super(message)
    this.passing = passing !== false
    this.silent = passing === 'silent'
  }
}

export interface Limits {
  readonly bytes: number
  readonly milliseconds: number
}

const MOST_REDIRECTS = 3
const redirects = new Set([301, 302, 303, 307, 308])

/**
 * Part of a file name to us, but a path out of the folder (`..%2f`, `..%252f`, `%252e%252e/`) to a server that decodes the path once
 * or several times first. URL has already resolved dots that are encoded once.
 */
const encodedWayOut = /%(25)*(2f|5c)|%(25)+2e/i

/** Whether an address begins with one of the allowed ones: same scheme, host and port, same folder or below. */
export function allowedBy(sources: readonly string[]): (url: URL) => boolean {
  const allowed = sources.map((source) => new URL(source))
  return (url) =>
    !encodedWayOut.test(url.pathname) &&
    allowed.some(({ origin, pathname }) => {
      const folder = pathname.endsWith('/') ? pathname : `${pathname}/`
      return url.origin === origin && (url.pathname === pathname || url.pathname.startsWith(folder))
    })
}

/**
 * Fetches an address that the company allows, and nothing in a private range: each redirect is checked again, and
 * the connection goes to the IP address that was checked. Throws NotFetched.
 */
export async function fetchAllowed(
  address: string,
  allows: (url: URL) => boolean,
  web: Web,
  limits: Limits,
): Promise<{ bytes: Buffer; contentType: string; url: URL }> {
  const late = AbortSignal.timeout(limits.milliseconds)
  let url = URL.parse(address)
  for (let step = 0; step <= MOST_REDIRECTS; step++) {
    if (!url || !allows(url)) throw new NotFetched('adressen står inte på bolagets lista')
    if (url.username || url.password) throw new NotFetched('adressen innehåller inloggningsuppgifter')
    const done = new AbortController()
    const target = { url, address: await checkedAddress(url, web), signal: AbortSignal.any([late, done.signal]) }
    try {
      const answered = await web.connect(target).catch((error: Error) => {
        throw new NotFetched(late.aborted ? 'det tog för lång tid' : `servern svarade inte (${error.name})`, 'silent')
      })
      const { status, headers } = answered
      if (status === 200) {
        const contentType = String(headers['content-type'] ?? '')
        return { bytes: await read(answered, limits, late), contentType, url }
      }
      if (!redirects.has(status)) throw new NotFetched(`servern svarade ${status}`, status >= 500 || status === 429)
      const location = headers['location']
      url = typeof location === 'string' ? URL.parse(location, url.href) : null
    } finally {
      // A body that is not read would keep its connection open.
      done.abort()
    }
  }
  throw new NotFetched('för många omdirigeringar')
}

async function checkedAddress({ hostname }: URL, web: Web): Promise<string> {
  const literal = hostname.replace(/^\[(.*)\]$/, '$1')
  const addresses = isIP(literal) ? [literal] : await web.resolve(hostname).catch(() => [])
  const [first] = addresses
  if (first === undefined) throw new NotFetched('servern hittades inte', true)
  // A private address among public ones is an attempt to get through by chance.
  if (!addresses.every(isPublicAddress)) throw new NotFetched('adressen leder in i ett privat nät')
  return first
}

async function read({ headers, body }: Answered, limits: Limits, late: AbortSignal): Promise<Buffer> {
  const encoding = headers['content-encoding']
  if (encoding !== undefined && encoding !== 'identity') throw new NotFetched('svaret är packat')
  if (Number(headers['content-length'] ?? 0) > limits.bytes) throw new NotFetched('filen är för stor')
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of body) {
      size += chunk.length
      if (size > limits.bytes) throw new NotFetched('filen är för stor')
      chunks.push(chunk)
    }
  } catch (error) {
    if (error instanceof NotFetched) throw error
    throw new NotFetched(late.aborted ? 'det tog för lång tid' : 'överföringen avbröts', true)
  }
  return Buffer.concat(chunks)
}

/** The real internet. */
export const internet: Web = {
  resolve: async (hostname) => (await lookup(hostname, { all: true })).map(({ address }) => address),
  connect: ({ url, address, signal }) =>
    new Promise((resolve, reject) => {
      const secure = url.protocol === 'https:'
      const request = secure ? httpsRequest : httpRequest
      const name = url.hostname.replace(/^\[(.*)\]$/, '$1')
      request(
        {
          host: address,
          port: url.port || (secure ? 443 : 80),
          path: `${url.pathname}${url.search}`,
          // The certificate must be for the name, although the connection goes to the checked address.
          ...(secure && !isIP(name) && { servername: name }),
          headers: { host: url.host, 'accept-encoding': 'identity', 'user-agent': 'Linjen (nyhetsimport)' },
          agent: false,
          signal,
        },
        (answered) => resolve({ status: answered.statusCode ?? 0, headers: answered.headers, body: answered }),
      )
        .on('error', reject)
        .end()
    }),
}
