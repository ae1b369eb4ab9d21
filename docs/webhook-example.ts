// A workshop's own system, as small as it can be: it is told of faults, and takes each new one in. docs/webhook.md says what is what.
//   WEBHOOK_SECRET=whsec_… PORTAL=https://portal.example.se/api/verkstad/norr/fel PORT=8090 node webhook-example.ts
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'

interface Message {
  readonly type: string
  readonly data: { readonly number: string; readonly version: number; readonly vehicle: { readonly name: string } }
}

const { WEBHOOK_SECRET = '', PORTAL = '', PORT = '8090' } = process.env
const secret = Buffer.from(WEBHOOK_SECRET.replace('whsec_', ''), 'base64')
/** Here in memory; in a real system in its database, written together with what the message changes. */
const taken = new Set<string>()

const sign = (id: string, timestamp: string, body: string) =>
  `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')}`

/** While the secret is replaced there are two signatures, and one of them fits. */
function isSigned(id: string, timestamp: string, body: string, signatures: string): boolean {
  const expected = Buffer.from(sign(id, timestamp, body))
  const fits = signatures.split(' ').some((each) => {
    const given = Buffer.from(each)
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
  return fits && Math.abs(Date.now() / 1000 - Number(timestamp)) < 300
}

/** Tells the portal, and again until it has answered: with the same id, so that it counts once. */
async function tell(update: { number: string; state: string; text: string }): Promise<void> {
  const [id, body] = [randomUUID(), JSON.stringify(update)]
  for (let pause = 1000; ; pause = Math.min(pause * 2, 3_600_000)) {
    const timestamp = String(Math.floor(Date.now() / 1000))
    const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': sign(id, timestamp, body) }
    const answer = await fetch(PORTAL, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    }).catch(() => null)
    if (answer && answer.status < 500 && answer.status !== 429) return console.log(update.number, answer.status)
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

createServer((request, response) => {
  void text(request).then((body) => {
    const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
      String(request.headers[`webhook-${name}`] ?? ''),
    ) as [string, string, string]
    if (!isSigned(id, timestamp, body, signatures)) return response.writeHead(401).end()
    response.writeHead(204).end()
    if (taken.has(id)) return
    taken.add(id)
    const { type, data } = JSON.parse(body) as Message
    console.log(type, data.number, data.version, data.vehicle.name)
    if (type === 'fault.received')
      void tell({ number: data.number, state: 'Bedömd', text: 'Verkstaden har tagit emot felet.' })
  })
}).listen(Number(PORT), '127.0.0.1', () => console.log(`listening on ${PORT}`))
