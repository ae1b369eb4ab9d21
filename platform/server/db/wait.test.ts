import { once } from 'node:events'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { WrongSetting } from '../settings.ts'
import { waitForPostgres } from './wait.ts'

const brief = { limitMs: 1500, everyMs: 20, attemptMs: 10_000 }
const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

/** A server that is not PostgreSQL, with the answer that each connection gets. `heard` waits for what the client sends next. */
async function serverThat(
  answers: (send: (bytes: Buffer) => void, heard: () => Promise<unknown>) => void | Promise<void>,
  port = 0,
): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    void answers(
      (bytes) => void socket.write(bytes),
      () => once(socket, 'data'),
    )
  })
  servers.push(server)
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** PostgreSQL's ErrorResponse with a code. */
function errorResponse(code: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0Mhemligt\0\0`)
  const head = Buffer.alloc(5)
  head.write('E')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}

async function outcome(port: number, times = brief, more = ''): Promise<{ printed: string[]; error: Error }> {
  const printed: string[] = []
  const address = `postgres://anna:hemligt@127.0.0.1:${port}/linjen${more}`
  const error = await waitForPostgres(address, (line) => void printed.push(line), times).then(
    () => new Error('it came'),
    (failure: Error) => failure,
  )
  expect([...printed, error.message].join('\n')).not.toMatch(/anna|hemligt/)
  return { printed, error }
}

test('a server that is not running is waited for, with a line for each attempt, and not forever', async () => {
  const port = await serverThat(() => {})
  servers.pop()?.close()
  const { printed, error } = await outcome(port)
  expect(printed[0]).toBe('Väntar på databasen (ECONNREFUSED) …')
  expect(error).toBeInstanceOf(WrongSetting)
  expect(error.message).toBe('Databasen i DATABASE_URL svarar inte (ECONNREFUSED). Väntan avbryts.')
})

test('so is one that is frozen', async () => {
  const { printed, error } = await outcome(await serverThat(() => {}), { ...brief, attemptMs: 50 })
  expect(printed[0]).toBe('Väntar på databasen (inget svar) …')
  expect(error.message).toBe('Databasen i DATABASE_URL svarar inte (inget svar). Väntan avbryts.')
})

test.each([
  ['57P03', 'servern håller på att starta'],
  ['53300', 'servern har inga lediga anslutningar'],
  ['3D000', 'databasen finns inte'],
])('one that is not ready yet is waited for: %s, %s', async (code, words) => {
  const { printed } = await outcome(await serverThat((send) => send(errorResponse(code))))
  expect(printed[0]).toBe(`Väntar på databasen (${code}, ${words}) …`)
})

test.each([
  ['28P01', 'fel användare eller lösenord'],
  ['28000', 'servern släpper inte in användaren'],
  ['42501', null],
])('one that refuses to let the portal in is not: %s', async (code, words) => {
  const { printed, error } = await outcome(await serverThat((send) => send(errorResponse(code))))
  const why = words === null ? code : `${code}, ${words}`
  expect([printed, error.message]).toEqual([[], `Databasen i DATABASE_URL kan inte användas (${why}).`])
})

test('one without TLS, where TLS is demanded, is refused in words', async () => {
  const { error } = await outcome(await serverThat((send) => send(Buffer.from('N'))), brief, '?sslmode=verify-full')
  expect(error.message).toBe(
    'Databasen i DATABASE_URL kan inte användas (servern har inte TLS påslaget, som sslmode kräver).',
  )
})

test('so is an address without a password', async () => {
  const asked = Buffer.from('R\0\0\0\x17\0\0\0\x0aSCRAM-SHA-256\0\0', 'latin1')
  const went = Buffer.from('R\0\0\0\x0c\0\0\0\x0br=a,', 'latin1')
  const port = await serverThat(async (send, heard) => {
    await heard()
    send(asked)
    await heard()
    send(went)
  })
  const error = await waitForPostgres(`postgres://anna@127.0.0.1:${port}/linjen`, () => {}, brief).catch(
    (failure: Error) => failure,
  )
  expect((error as Error).message).toBe('Databasen i DATABASE_URL kan inte användas (lösenordet saknas).')
})
