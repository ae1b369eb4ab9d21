import { createHash, randomBytes } from 'node:crypto'
import { request } from 'node:http'

export interface Answer {
  readonly status: number
  readonly url: URL
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
}

export interface Tokens {
  readonly id_token: string
  readonly access_token: string
  readonly refresh_token?: string
  readonly expires_in: number
}

interface Cookie {
  readonly value: string
  readonly path: string
}

/** The parts of a browser that signing in needs: cookies by host and path, manual redirects, PKCE. For tests. */
export class TestBrowser {
  readonly #port: number
  readonly #jar = new Map<string, Map<string, Cookie>>()

  constructor(port: number) {
    this.#port = port
  }

  origin(hostname: string): string {
    return `http://${hostname}:${this.#port}`
  }

  /** Sends one request to the loopback address, whatever the host name. */
  async fetch(
    address: string | URL,
    form?: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const url = new URL(address)
    const jar = this.#jar.get(url.hostname) ?? new Map<string, Cookie>()
    this.#jar.set(url.hostname, jar)
    const cookies = [...jar]
      .filter(([, { path }]) => url.pathname.startsWith(path))
      .map(([name, { value }]) => `${name}=${value}`)
    const body = form && new URLSearchParams(form).toString()
    return new Promise((resolve, reject) => {
      const sent = request(
        {
          host: '127.0.0.1',
          port: this.#port,
          path: url.pathname + url.search,
          method: body === undefined ? 'GET' : 'POST',
          headers: {
            host: url.host,
            accept: 'text/html',
            ...(cookies.length > 0 && { cookie: cookies.join('; ') }),
            ...(body !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
            ...headers,
          },
        },
        (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('end', () => {
            for (const line of response.headers['set-cookie'] ?? []) keep(jar, line)
            resolve({
              status: response.statusCode ?? 0,
              url,
              headers: response.headers,
              body: Buffer.concat(chunks).toString(),
            })
          })
        },
      )
      sent.on('error', reject)
      sent.end(body)
    })
  }

  /** Follows redirects until a page is returned or the portal's own pages are reached. */
  async follow(address: string | URL, form?: Record<string, string>): Promise<Answer> {
    let answer = await this.fetch(address, form)
    for (let hops = 0; hops < 10 && locationOf(answer); hops++) {
      const next = new URL(locationOf(answer) ?? '', answer.url)
      if (!next.pathname.startsWith('/oidc')) return { ...answer, url: next }
      answer = await this.fetch(next)
    }
    return answer
  }

  async tokens(
    hostname: string,
    form: Record<string, string>,
  ): Promise<Answer & { readonly json: Tokens & { error?: string } }> {
    const answer = await this.fetch(`${this.origin(hostname)}/oidc/token`, form, {
      accept: 'application/json',
      // Like a page's own fetch.
      origin: this.origin(hostname),
    })
    return { ...answer, json: JSON.parse(answer.body) }
  }
}

export function locationOf(answer: Answer): string | undefined {
  const { location } = answer.headers
  return typeof location === 'string' ? location : undefined
}

export interface Pkce {
  readonly verifier: string
  readonly challenge: string
}

export function pkce(): Pkce {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

function keep(jar: Map<string, Cookie>, line: string): void {
  const [pair = '', ...attributes] = line.split(/;\s*/)
  const at = pair.indexOf('=')
  const name = pair.slice(0, at)
  const value = pair.slice(at + 1)
  const path = attributes.find((attribute) => /^path=/i.test(attribute))?.slice(5) ?? '/'
  if (value === '' || /expires=Thu, 01 Jan 1970/i.test(line)) jar.delete(name)
  else jar.set(name, { value, path })
}
