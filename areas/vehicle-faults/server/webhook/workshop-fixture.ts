// A workshop's system for tests, which accepts or refuses messages.
import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { WorkshopMessage } from '../../office-workshop-contract.ts'

export const newSecret = () => randomBytes(32).toString('base64')

/** Signs a message. `secret`: in base64. It does not use the product's function, since it is there to check that function. */
export const signatureBy = (secret: string, id: string, timestamp: string, body: string) =>
  `v1,${createHmac('sha256', Buffer.from(secret, 'base64')).update(`${id}.${timestamp}.${body}`).digest('base64')}`

interface Arrived {
  readonly id: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
  readonly message: WorkshopMessage
}

export interface Receiver {
  readonly url: string
  /** Every message, whether it was accepted or not. */
  readonly arrived: Arrived[]
  /** Answers the next messages; by default it accepts them. */
  answer: (response: ServerResponse, arrived: Arrived) => void
  close(): Promise<void>
}

export async function testReceiver(): Promise<Receiver> {
  const server = createServer((request, response) => {
    text(request).then(
      (body) => {
        const message = JSON.parse(body) as WorkshopMessage
        const arrived = { id: String(request.headers['webhook-id']), headers: request.headers, body, message }
        receiver.arrived.push(arrived)
        receiver.answer(response, arrived)
      },
      // The sender was killed in the middle of the request.
      () => response.destroy(),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/handelser`,
    arrived: [],
    answer: (response) => void response.writeHead(204).end(),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return receiver
}

/** The demo's variants, in which these companies' workshops have their own systems. */
export async function variantsWith(
  urls: Readonly<Record<string, string>>,
): Promise<{ dir: string; remove(): Promise<void> }> {
  const dir = await mkdtemp(join(tmpdir(), 'linjen-variants-'))
  await cp('variants', dir, { recursive: true })
  for (const [company, url] of Object.entries(urls)) {
    const file = join(dir, company, 'variant.json')
    const variant = JSON.parse(await readFile(file, 'utf8')) as object
    await writeFile(file, JSON.stringify({ ...variant, workshopSystem: { url } }))
  }
  return { dir, remove: () => rm(dir, { recursive: true }) }
}

export interface Sent {
  readonly id?: string
  /** Milliseconds since 1970. */
  readonly at: number
  readonly secret: string
  /** Sent instead of the bytes that are signed. */
  readonly body?: string
}

/** The headers and the body of a message from a workshop's system. */
export function signedUpdate(update: object, { id = randomUUID(), at, secret, body: other }: Sent) {
  const body = JSON.stringify(update)
  const timestamp = String(Math.floor(at / 1000))
  return {
    body: other ?? body,
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': signatureBy(secret, id, timestamp, body),
    },
  }
}
