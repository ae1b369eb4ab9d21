// The floor that the portal is held against: one Fastify route that runs the portal's statement, prepared and named, and
// answers its rows. No token, no authorisation, no check, no envelope.
// bare.ts <postgres address or data folder>
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { fastify } from 'fastify'
import pg from 'pg'
import { statementOfDay } from './statement.ts'

interface Asked {
  Params: { employee: string; date: string }
}

const [where = ''] = process.argv.slice(2)
const text = await statementOfDay()
// Times as the text they come as, like the portal: making Date objects of them would slow the floor down.
const parsers = { 20: Number, 1082: (text: string) => text, 1114: (text: string) => text.replace(' ', 'T') }
const { rowsOf, close } = where.startsWith('postgres') ? onServer() : await embedded()

function onServer() {
  for (const [oid, parse] of Object.entries(parsers)) pg.types.setTypeParser(Number(oid), parse)
  const pool = new pg.Pool({ connectionString: where, max: 10 })
  return {
    rowsOf: (values: unknown[]) => pool.query({ name: 'events-of-day', text, values }),
    close: () => pool.end(),
  }
}

async function embedded() {
  const pglite = await PGlite.create(join(where, 'postgres'), { parsers })
  return { rowsOf: (values: unknown[]) => pglite.query(text, values), close: () => pglite.close() }
}

const app = fastify()
app.get<Asked>('/uppdrag/:employee/:date', async ({ params }) => {
  const { rows } = await rowsOf([params.employee, params.date])
  return rows
})
process.on('SIGTERM', () => {
  void app
    .close()
    .then(close)
    .then(() => process.exit(0))
})
process.send?.(await app.listen({ port: 0, host: '127.0.0.1' }))
