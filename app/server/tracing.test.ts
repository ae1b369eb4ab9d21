// A portal in a separate process sends its traces to a collector: an HTTP server that reads OTLP in JSON.
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendSurvey } from '../../areas/survey/calls.ts'
import { portalProcess, type Process } from './test-process.ts'

interface Attribute {
  readonly key: string
  readonly value: { readonly stringValue?: string; readonly intValue?: number; readonly arrayValue?: unknown }
}
interface Span {
  readonly name: string
  readonly kind: number
  readonly traceId: string
  readonly parentSpanId?: string
  readonly attributes: readonly Attribute[]
  readonly events?: readonly unknown[]
  readonly status: { readonly code: number; readonly message?: string }
}
interface Batch {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] }
    readonly scopeSpans: readonly { readonly spans: readonly Span[] }[]
  }[]
}

const SERVER = 2
const spans: Span[] = []
let resource: readonly Attribute[] = []
let whole = ''
const asked: string[] = []
let accepts = true

const collector = createServer((request, response) => {
  void text(request).then((body) => {
    if (!accepts) return response.writeHead(400).end()
    asked.push(
      `${request.method} ${request.url} ${request.headers['content-type']} ${String(request.headers['x-tenant'])}`,
    )
    whole += body
    for (const { resource: from, scopeSpans } of (JSON.parse(body) as Batch).resourceSpans) {
      resource = from.attributes
      spans.push(...scopeSpans.flatMap((scope) => scope.spans))
    }
    return response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
})

let portal: Process
let bearer: string
beforeAll(async () => {
  collector.listen(0, '127.0.0.1')
  await once(collector, 'listening')
  portal = await portalProcess()
  const headers = join(portal.settings['DATA_DIR'] as string, 'collector-headers')
  await writeFile(headers, 'x-tenant=linjen\n')
  await portal.start({
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
    OTEL_EXPORTER_OTLP_HEADERS_FILE: headers,
    OTEL_BSP_SCHEDULE_DELAY: '50',
    TRUST_PROXY: 'loopback',
    LOG_LEVEL: 'info',
  })
  bearer = await portal.signIn('anna')
})
afterAll(async () => {
  await portal.remove()
  collector.close()
})

const ask = (path: string, headers: Readonly<Record<string, string>> = {}, init: RequestInit = {}) =>
  fetch(`${portal.origin}${path}`, { ...init, headers: { authorization: `Bearer ${bearer}`, ...headers } })
const served = (name: string) => spans.filter((span) => span.kind === SERVER && span.name === name)
const traceId = '0af7651916cd43dd8448eb211c80319c'
const requestId = '5f0c1f7e-8f4f-4d5b-9a3c-0f6f2f9f5a01'

test('a request is a span by its route, with its id, in the trace of the proxy in front', async () => {
  const traceparent = `00-${traceId}-b7ad6b7169203331-01`
  expect((await ask('/api/user/profile?hemlig=1', { traceparent, 'x-request-id': requestId })).status).toBe(200)
  await expect.poll(() => served('GET /api/user/profile'), { timeout: 20_000 }).toHaveLength(1)
  const [span] = served('GET /api/user/profile')
  expect([span?.traceId, span?.parentSpanId, span?.status]).toEqual([traceId, 'b7ad6b7169203331', { code: 0 }])
  const told = Object.fromEntries(span!.attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
  expect(told).toEqual({
    'http.request.method': 'GET',
    'http.route': '/api/user/profile',
    'http.response.status_code': 200,
    'http.request.header.x-request-id': { values: [{ stringValue: requestId }] },
  })
  expect(asked[0]).toBe('POST /v1/traces application/json linjen')
  expect(resource).toContainEqual({ key: 'service.name', value: { stringValue: 'linjen' } })
})

test('no span names a person, a secret, an error’s words or an anonymous answer', async () => {
  await ask('/kalender/hemlig.ics')
  await ask('/api/news/list?hemlig=anna')
  await ask('/hemlig/anna')
  await ask('/api/forslag/', { 'content-type': 'application/json' }, { method: 'POST', body: '{"hemlig":"anna"}' })
  await ask(sendSurvey.path, { 'content-type': 'application/json' }, { method: 'POST', body: '{}' })
  await ask('/livez')
  await ask('/api/user/profile', { 'x-request-id': 'the-last-one' })
  await expect.poll(() => whole, { timeout: 20_000 }).toContain('the-last-one')
  expect(served('GET /kalender/:file')).toHaveLength(1)
  expect(served('POST /api/forslag/').concat(served('POST /api/forslag'))).toHaveLength(1)
  expect(whole).not.toMatch(/hemlig|anna|livez|127\.0\.0\.1/)
  expect(whole).not.toContain(sendSurvey.path)
  for (const span of spans) expect([span.events ?? [], span.status.message]).toEqual([[], undefined])
  const hex = new Set(whole.match(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g))
  const known = [
    ...whole.matchAll(
      /"http\.request\.header\.x-request-id","value":\{"arrayValue":\{"values":\[\{"stringValue":"([^"]+)"/g,
    ),
  ]
  const instance = resource.find(({ key }) => key === 'service.instance.id')?.value.stringValue
  for (const id of hex) expect([instance, ...known.map(([, given]) => given)]).toContain(id)
})

test('a collector that refuses is one line in the log, and no request waits for it', async () => {
  accepts = false
  for (let n = 0; n < 3; n++) {
    expect((await ask('/api/user/profile')).status).toBe(200)
    await expect.poll(() => portal.output(), { timeout: 20_000 }).toContain('spans were not taken')
  }
  expect(portal.output().match(/spans were not taken/g)).toHaveLength(1)
  accepts = true
})

test('what was not sent yet is sent at the stop', async () => {
  await ask('/api/user/profile', { 'x-request-id': 'just-before' })
  await portal.stop()
  expect(whole).toContain('just-before')
})

test('without a collector nothing of OpenTelemetry is loaded but the names that prom-client brings', () => {
  const loaded = (file: string) => {
    const program = `await import('./app/server/${file}'); const { default: m } = await import('node:module')
      process.stdout.write(Object.keys(m._cache).join('\\n')); process.exit()`
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
    return new Set(
      [...stdout.matchAll(/node_modules\/(@opentelemetry\/[^/]+|@fastify\/otel)\//g)].map(([, name]) => name),
    )
  }
  expect([...loaded('start.ts')]).toEqual(['@opentelemetry/api'])
  expect(loaded('tracing.ts')).toContain('@fastify/otel')
})
