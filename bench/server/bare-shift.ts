// The floor of a shift change: the same work without the portal. Reads and confirmations run the portal's statements, a photo is made
// small in the same way, answers are compressed in the same way, and a report is one row. No token, no authorisation, no validation, no idempotency, no envelope.
// bare-shift.ts <postgres address> <folder> <statement that reads> <statement that confirms>
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fastify } from 'fastify'
import pg from 'pg'
import { remake } from '#core/pictures/server/make.ts'
import { compressAnswers } from '#platform/server/http/compress-answers.ts'

const [address = '', folder = '', read = '', confirm = ''] = process.argv.slice(2)
pg.types.setTypeParser(20, Number)
for (const asText of [1082, 1114]) pg.types.setTypeParser(asText, (text: string) => text)
const pool = new pg.Pool({ connectionString: address, max: 10 })
await pool.query('create table if not exists bare_reports (id bigserial primary key, body jsonb not null)')

const app = fastify({ bodyLimit: 20 * 1024 * 1024 })
await compressAnswers(app)
app.addContentTypeParser('image/jpeg', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
app.get('/*', async ({ url }) => {
  const values = url.slice(1).split('/').map(decodeURIComponent)
  return (await pool.query({ name: 'read', text: read, values })).rows
})
app.post<{ Body: unknown[] }>('/confirm', async ({ body }) => {
  const { rowCount } = await pool.query({ name: 'confirm', text: confirm, values: body })
  return { rowCount }
})
let photos = 0
app.post<{ Body: Buffer }>('/photo', async ({ body }) => {
  const { full, small } = await remake(body)
  const name = join(folder, String(photos++))
  await writeFile(`${name}.jpg`, full)
  await writeFile(`${name}-small.jpg`, small)
  return {}
})
app.post('/report', async ({ body }) => {
  const { rowCount } = await pool.query('insert into bare_reports (body) values ($1)', [JSON.stringify(body)])
  return { rowCount }
})
process.on('SIGTERM', () => {
  void app
    .close()
    .then(() => pool.end())
    .then(() => process.exit(0))
})
process.send?.(await app.listen({ port: 0, host: '127.0.0.1' }))
