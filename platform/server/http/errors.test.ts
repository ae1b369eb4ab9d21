// An answer with a header that Node refuses to write: its failure is answered as every other one.
import { fastify } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { get } from '#platform/contract/call.ts'
import { compressAnswers } from './compress-answers.ts'
import { answerErrors, notFound } from './errors.ts'
import { nameRequests } from './request-id.ts'
import { keepRoutes } from './route.ts'
import { headersOfCalls, securityHeaders, sendHeaders } from './security-headers.ts'

const refusedByNode = [
  ['content-disposition', 'attachment; filename="löner – 1.pdf"'],
  ['x-name', 'a\r\nset-cookie: b'],
  ['x name', 'a'],
] as const
const handlers = ['call', 'page', 'long', 'refused'] as const

const headers = securityHeaders({})
const logged: string[] = []
const app = fastify({ logger: { level: 'error', stream: { write: (line: string) => void logged.push(line) } } })
let origin: string
beforeAll(async () => {
  keepRoutes(app)
  nameRequests(app)
  answerErrors(app)
  sendHeaders(app, () => headers)
  await compressAnswers(app)
  app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))
  for (const [at, [name, value]] of refusedByNode.entries()) {
    const config = { call: get(`/api/${at}`) }
    app.get(`/call/${at}`, { config }, async (_request, reply) => {
      reply.header(name, value)
      return { result: 1 }
    })
    app.get(`/page/${at}`, (_request, reply) => reply.header(name, value).type('text/html').send('<p>'))
    app.get(`/long/${at}`, { config }, (_request, reply) => reply.header(name, value).send({ result: 'a'.repeat(1e6) }))
    app.get(`/refused/${at}`, { config }, async (_request, reply) => {
      reply.header(name, value)
      throw notFound()
    })
  }
  origin = await app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => app.close())

describe.each(handlers)('%s', (handler) => {
  test.each(refusedByNode)('%s: %j', async (name) => {
    logged.length = 0
    const at = refusedByNode.findIndex((each) => each[0] === name)
    const response = await fetch(`${origin}/${handler}/${at}`)
    const refused = handler === 'refused'
    expect([response.status, await response.json()]).toEqual([
      refused ? 404 : 500,
      {
        result: null,
        timestamp: expect.any(String),
        errorMessage: refused ? 'Det du söker finns inte.' : 'Ett fel inträffade',
      },
    ])
    const sent = new Map(handler === 'page' ? headers : headersOfCalls(headers))
    for (const [security] of headers)
      expect([security, response.headers.get(security)]).toEqual([security, sent.get(security) ?? null])
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('x-request-id')).toEqual(expect.any(String))
    expect(
      [...response.headers.keys()].filter((each) => ['x-name', 'set-cookie', 'content-disposition'].includes(each)),
    ).toEqual([])
    expect(logged.map((line) => (JSON.parse(line) as { readonly msg: string }).msg)).toEqual(
      refused ? [] : ['request failed'],
    )
  })
})
