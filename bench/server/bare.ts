// The floor that the portal is compared with: one Fastify route that runs the portal's statement, prepared and named, and
// returns its rows. No token, no authorisation, no validation, no envelope.
// bare.ts <postgres address or data folder> <statement> …; GET /<first value>/<second>/…/<which statement, from 0>
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { fastify } from 'fastify'
import pg from 'pg'

const [where = '', ...texts] = process.argv.slice(2)
// The portal's parsers. Times stay text: making Date objects of them would slow the floor down.
const parsers = { 20: Number, 1082: (text: string) => text, 1114: (text: string) => text.replace(' ', 'T') }
const { rowsOf, close } = where.startsWith('postgres') ? onServer() : await embedded()

function onServer() {
  for (const [oid, parse] of Object.entries(parsers)) pg.types.setTypeParser(Number(oid), parse)
  const pool = new pg.Pool({ connectionString: where, max: 10 })
  return {
    rowsOf: (which: number, values: unknown[]) =>
      pool.query({ name: `asked ${which}`, text: texts[which] ?? '', values }),
    close: () => pool.end(),
  }
}

async function embedded() {
  const pglite = await PGlite.create(join(where, 'postgres'), { parsers })
  return {
    rowsOf: (which: number, values: unknown[]) => pglite.query(texts[which] ?? '', values),
    close: () => pglite.close(),
  }
}

const app = fastify()
app.get('/*', async ({ url }) => {
  const given = url.slice(1).split('/').map(decodeURIComponent)
  const { rows } = await rowsOf(Number(given.at(-1)), given.slice(0, -1))
  return rows
})
process.on('SIGTERM', () => {
  void app
    .close()
    .then(close)
    .then(() => process.exit(0))
})
process.send?.(await app.listen({ port: 0, host: '127.0.0.1' }))
