import { connect, type AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import multipart from '@fastify/multipart'
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countAnswers } from './count-answers.ts'
import { keepRoutes, routeOf } from './route.ts'

const WORK_MS = 300
const PAUSE_MS = 1000

let app: FastifyInstance
let counted: { readonly route: string; readonly status: number; readonly seconds: number }[] = []
beforeAll(async () => {
  app = fastify()
  keepRoutes(app)
  countAnswers(app, { answered: (answer) => void counted.push(answer), signInRefused: () => {} })
  await app.register(multipart)
  // As the check of the token does, which comes before the body.
  app.addHook('onRequest', async () => setTimeout(WORK_MS))
  app.addHook('onRequest', async (request) => void routeOf(request))
  app.get('/read', () => 'ok')
  app.get('/any/*', (_request, reply) => reply.callNotFound())
  app.post('/write', () => 'ok')
  const upload = async (request: FastifyRequest) => {
    for await (const part of request.parts()) {
      if (part.type !== 'file') continue
      part.file.resume()
      if (part.fieldname !== 'file') throw Object.assign(new Error('not that'), { statusCode: 400 })
    }
    await setTimeout(WORK_MS)
    return 'ok'
  }
  app.route({ method: 'POST', url: '/upload', handler: upload })
  await app.listen()
})
afterAll(() => app.close())

const form = (name: string) =>
  `--x\r\nContent-Disposition: form-data; name="${name}"; filename="a.jpg"\r\n\r\n${'a'.repeat(9000)}\r\n--x--\r\n`

/** The count of a request whose body comes in two halves, with a pause before each of them. */
async function slowly(path: string, type: string, body: string): Promise<(typeof counted)[number]> {
  counted = []
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1').resume()
  socket.on('error', () => {})
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n`,
  )
  await setTimeout(PAUSE_MS)
  socket.write(body.slice(0, body.length - 10))
  await setTimeout(PAUSE_MS)
  socket.write(body.slice(body.length - 10))
  await expect.poll(() => counted.length, { timeout: 5000 }).toBe(1)
  socket.destroy()
  return counted[0]!
}

test.each([
  ['a form', '/upload', 'multipart/form-data; boundary=x', form('file'), 200, 2 * WORK_MS],
  ['a form that is refused', '/upload', 'multipart/form-data; boundary=x', form('other'), 400, WORK_MS],
  ['JSON', '/write', 'application/json', JSON.stringify('a'.repeat(9000)), 200, WORK_MS],
])('the time of %s is without that of sending it', async (_what, path, type, body, status, least) => {
  const answer = await slowly(path, type, body)
  expect([answer.route, answer.status]).toEqual([path, status])
  expect(answer.seconds).toBeGreaterThan(least / 1000 - 0.05)
  expect(answer.seconds).toBeLessThan((least + PAUSE_MS) / 1000)
})

test('a request without a body is counted from when it came', async () => {
  counted = []
  await fetch(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}/read`)
  await expect.poll(() => counted.length).toBe(1)
  expect(counted[0]!.seconds).toBeGreaterThan(WORK_MS / 1000 - 0.05)
})

// An alarm looks at the times of the routes of calls, which fast refusals of what is no call would hide.
test('an address that only looks like one of a route counts as none', async () => {
  counted = []
  await app.inject('/any/thing')
  expect(counted).toMatchObject([{ route: 'none', status: 404 }])
})
