import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../config.ts'
import { dataFolderMigrations } from '../data-dir.ts'
import { migrate } from '../db/migrate.ts'
import { openInMemory, type OpenDatabase } from '../db/open.ts'
import { diskFault } from '../files/file-fault.ts'
import { loadS3 } from '../libraries/load.ts'
import { blobStore, patient, storesOf } from './blobs.ts'
import { isAway } from './is-away.ts'
import { claimFileStores, fileStoreMigrations, leaveFileStore } from './marker.ts'
import { testS3, type TestS3 } from './test-s3.ts'

let s3: TestS3
let database: OpenDatabase
let dataDir: string
beforeAll(async () => {
  s3 = await testS3()
  database = await openInMemory()
  await migrate(database.db, [{ migrations: { ...dataFolderMigrations, ...fileStoreMigrations } }])
})
afterAll(async () => {
  await s3?.remove()
  await database.close()
})
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'linjen-places-'))
})
afterEach(async () => {
  await sql`delete from file_stores`.execute(database.db)
  await rm(dataDir, { recursive: true, force: true })
})

const at = (prefix: string, settings: Record<string, string> = {}) =>
  readConfig({
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    ...s3.settings,
    FILES: 's3',
    S3_PREFIX: prefix,
    ...settings,
  })
const files = async (config: ReturnType<typeof at>) => {
  const keys: string[] = []
  for await (const key of (await storesOf(config).open(config.files.in)).list('')) keys.push(key)
  return keys
}
const bytes = Buffer.from('en bild')
const faults = (works: readonly Promise<unknown>[]) =>
  Promise.all(works.map((work) => work.then(() => null, diskFault)))

describe('a store in S3', () => {
  test('holds files by key below its prefix', async () => {
    const config = at('norr/filer')
    const blobs = blobStore(config)
    await blobs.put('a/b.jpg', bytes)
    await blobStore(at('norr/filer2')).put('a/c.jpg', bytes)
    expect(Buffer.from((await blobs.read('a/b.jpg')) ?? [])).toEqual(bytes)
    expect([await blobs.has('a/b.jpg'), await blobs.has('a/c.jpg'), await blobs.read('a/c.jpg')]).toEqual([
      true,
      false,
      null,
    ])
    expect(await files(config)).toEqual(['a/b.jpg'])
    await blobs.check()
    await blobs.remove('a/b.jpg')
    await blobs.remove('a/b.jpg')
    expect(await files(config)).toEqual([])
  })

  test('is asked to encrypt what it is given', async () => {
    let sent = ''
    // s3rver does not record the encryption, so the test reads the request on its way.
    const target = new URL(s3.settings['S3_ENDPOINT'] as string)
    const relay = createServer((socket) => {
      socket.on('data', (chunk) => (sent += chunk.toString('latin1')))
      socket.pipe(connect(Number(target.port), target.hostname)).pipe(socket)
    }).listen(0, '127.0.0.1')
    await once(relay, 'listening')
    const S3_ENDPOINT = `http://127.0.0.1:${(relay.address() as AddressInfo).port}`
    await blobStore(at('sse', { S3_ENDPOINT, S3_ENCRYPTION: 'aws:kms' })).put('a', bytes)
    expect(sent).toMatch(/^PUT \/linjen-filer\/sse\/a\S* HTTP\/1\.1\r\n[^]*x-amz-server-side-encryption: aws:kms\r\n/i)
    relay.close()
  })

  test('lists more than a page', async () => {
    const config = at('many')
    const blobs = blobStore(config)
    const keys = Array.from({ length: 1005 }, (_, n) => `x/${String(n).padStart(4, '0')}`)
    for (let n = 0; n < keys.length; n += 15)
      await Promise.all(keys.slice(n, n + 15).map((key) => blobs.put(key, bytes)))
    expect(await files(config)).toEqual(keys)
  })

  test('that has gone, is silent or has lost its bucket is away, and its files are not absent', async () => {
    const config = at('away')
    const blobs = blobStore(config)
    await claimFileStores(database.db, config)
    await blobs.put('a', bytes)
    const away = async () => {
      const works = [blobs.put('b', bytes), blobs.read('a'), blobs.has('c'), blobs.read('c'), blobs.remove('d')]
      expect(await faults(works)).toEqual(works.map(() => 'unwritable'))
    }
    await s3.stop()
    await away()
    await expect(claimFileStores(database.db, at('away'))).rejects.toThrow(
      /^s3:\/\/linjen-filer\/away \(fillagringen går inte att använda: ECONNREFUSED\)$/,
    )
    await s3.start()
    expect(await blobs.has('a')).toBe(true)

    s3.freeze()
    const began = performance.now()
    await away()
    // Ten seconds is what an employee is promised; the rest is a margin for a busy machine.
    expect(performance.now() - began).toBeLessThan(13_000)
    s3.thaw()
    expect(await blobs.has('a')).toBe(true)

    await rename(s3.folder, `${s3.folder}-gone`)
    expect(await faults([blobs.put('b', bytes), blobs.read('a'), blobs.has('a')])).toEqual([
      'unwritable',
      'unwritable',
      'unwritable',
    ])
    await rename(`${s3.folder}-gone`, s3.folder)
    expect(await files(config)).toContain('a')
  })
})

test.each([
  [502, '<html><h1>502 Bad Gateway</h1></html>', 'HTTP 502'],
  [503, '', 'HTTP 503'],
  [500, '{"error":"not of S3"}', 'HTTP 500'],
  [
    403,
    '',
    'HTTP 403, S3_ACCESS_KEY_ID och S3_SECRET_ACCESS_KEY passar inte, eller nyckeln saknar behörighet i hinken',
  ],
  [
    403,
    '<Error><Code>SignatureDoesNotMatch</Code><Message>…</Message></Error>',
    'SignatureDoesNotMatch, S3_ACCESS_KEY_ID och S3_SECRET_ACCESS_KEY passar inte',
  ],
  [403, '<Error><Code>SlowDown</Code><Message>…</Message></Error>', 'SlowDown'],
])('what a store answers is named, with S3’s words or without: %i %s', async (status, body, expected) => {
  const server = createHttpServer((request, response) => {
    request.resume()
    response.writeHead(status, { 'content-type': 'application/xml' }).end(request.method === 'HEAD' ? '' : body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const config = at('', { S3_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
  await expect(claimFileStores(database.db, config)).rejects.toThrow(
    `s3://linjen-filer (fillagringen går inte att använda: ${expected})`,
  )
  const why = await blobStore(config)
    .has('a')
    .catch((error: Error) => error.message)
  // An answer to HEAD has no body, so only the status is known.
  expect(why).toMatch(new RegExp(`^a file was not read: [^<]+ < HTTP ${status}$`))
  server.closeAllConnections()
  server.close()
})

/** Starts a store that answers each request of the portal by `answer`, and returns the portal's settings for it. */
async function answering(answer: (request: IncomingMessage, body: Buffer, response: ServerResponse) => void) {
  const handle = (request: IncomingMessage, response: ServerResponse) =>
    void buffer(request).then((body) => answer(request, body, response))
  const server = createHttpServer(handle).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const S3_ENDPOINT = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { config: at('', { S3_ENDPOINT }), server }
}

describe('a store that wants more, or is slow', () => {
  test('gets the checksum that a bucket with Object Lock demands', async () => {
    const store = await answering((request, body, response) => {
      const sum = createHash('md5').update(body).digest('base64')
      response.writeHead(request.headers['content-md5'] === sum ? 200 : 400).end()
    })
    await blobStore(store.config).put('a', bytes)
  })

  test('gets a large file without being asked first', async () => {
    const store = await answering((_request, _body, response) => response.writeHead(200).end())
    // The store never answers `Expect: 100-continue`.
    store.server.on('checkContinue', () => {})
    await blobStore(store.config).put('a', Buffer.alloc(3_000_000))
  })

  test('has the file of a failed check written and removed again by the next one, whatever it refuses', async () => {
    const asked: string[] = []
    let refused = 'GET'
    const store = await answering((request, body, response) => {
      asked.push(`${request.method} ${request.url?.split('?')[0]}`)
      if (request.method === refused) response.writeHead(403).end()
      else response.writeHead(200).end(request.method === 'GET' ? written : '')
      if (request.method === 'PUT') written = body
    })
    let written: Buffer = Buffer.of()
    const blobs = blobStore(store.config)
    for (const method of ['GET', 'DELETE']) {
      refused = method
      expect(await faults([blobs.check(5000)])).toEqual(['unwritable'])
    }
    refused = ''
    await blobs.check(5000)
    expect(new Set(asked.map((each) => each.split(' ')[1]))).toHaveLength(1)
    expect(asked.at(-1)).toMatch(/^DELETE /)
  })

  test('is borne by a command, and not by whoever waits for a page', async () => {
    let answers = 0
    const store = await answering((request, _body, response) => {
      answers++
      if (request.url?.includes('slow')) setTimeout(() => response.writeHead(200).end(), 4500)
      else if (answers % 4 === 0) response.writeHead(200).end()
      else response.writeHead(503).end('<Error><Code>SlowDown</Code><Message>…</Message></Error>')
    })
    const [ofPage, ofCommand] = [blobStore(store.config), blobStore(patient(store.config))]
    expect(await faults([ofPage.put('busy', bytes)])).toEqual(['unwritable'])
    answers = 0
    await ofCommand.put('busy', bytes)
    expect(await faults([ofPage.put('slow', bytes), ofCommand.put('slow', bytes)])).toEqual(['unwritable', null])
  })

  test('that breaks off within a file is asked again by a command, and not for ever', async () => {
    let asked = 0
    let broken = 2
    const store = await answering((_request, _body, response) => {
      asked++
      response.writeHead(200, { 'content-length': bytes.length })
      if (asked > broken) response.end(bytes)
      else response.write(bytes.subarray(0, 3), () => void response.destroy())
    })
    const [ofPage, ofCommand] = [blobStore(store.config), blobStore(patient(store.config))]
    expect(await faults([ofPage.read('a')])).toEqual(['unwritable'])
    asked = 0
    expect(Buffer.from((await ofCommand.read('a')) ?? [])).toEqual(bytes)
    expect(asked).toBe(3)
    ;[asked, broken] = [0, 1000]
    expect(await faults([ofCommand.read('a')])).toEqual(['unwritable'])
    expect(asked).toBe(8)
  })

  test('is for a command away as for everybody, where its marker is gone', async () => {
    const config = at('patient')
    await claimFileStores(database.db, config)
    await blobStore(config).remove('linjen.id')
    expect(await faults([blobStore(patient(config)).has('a')])).toEqual(['unwritable'])
  })
})

test.each(['folder', 's3'])('a place lists names of whatever characters as they are: %s', async (FILES) => {
  const config = at('foreign', { FILES })
  const names = ['a/.@__thumb/Kopia av (1).jpg', 'a/ett  två.jpg', 'a/ö', 'ab/c']
  const { S3Client, S3Driver } = await loadS3()
  const client = new S3Client({
    endpoint: config.s3.endpoint as string,
    forcePathStyle: true,
    region: config.s3.region,
    credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
  })
  // The disk of flydrive would refuse these names, or change them; its driver stores them.
  const driver = new S3Driver({ client, bucket: 'linjen-filer', visibility: 'private', supportsACL: false })
  for (const name of names) {
    if (FILES === 's3') await driver.put(`foreign/${name}`, 'a')
    else {
      await mkdir(dirname(join(dataDir, 'blobs', name)), { recursive: true })
      await writeFile(join(dataDir, 'blobs', name), 'a')
    }
  }
  const place = await storesOf(config).open(config.files.in)
  const listed: string[] = []
  for await (const key of place.list('a')) listed.push(key)
  expect(listed.toSorted()).toEqual(names.slice(0, 3).toSorted())
})

describe('a store that is away when the portal starts', () => {
  const lines: string[] = []
  const patience = (limitMs: number) => ({ tell: (line: string) => void lines.push(line), limitMs, everyMs: 100 })
  beforeEach(() => void lines.splice(0))

  test('is waited for, with a line for each attempt, and the start goes on when it is there', async () => {
    await s3.stop()
    const claimed = claimFileStores(database.db, at('late'), patience(60_000))
    await expect.poll(() => lines, { timeout: 20_000 }).toContain('Väntar på fillagringen (ECONNREFUSED) …')
    await s3.start()
    await claimed
    expect(await files(at('late'))).toEqual(['linjen.id'])
  })

  test('is waited for also where it goes away while it is marked', async () => {
    const asked: string[] = []
    let marker: Buffer | null = null
    let busy = 2
    const store = await answering((request, body, response) => {
      const refuse = (status: number, code: string) =>
        response
          .writeHead(status, { 'content-type': 'application/xml' })
          .end(`<Error><Code>${code}</Code><Message>…</Message></Error>`)
      asked.push(request.method ?? '')
      if (request.method === 'GET' && marker) response.writeHead(200).end(marker)
      else if (request.method === 'GET') refuse(404, 'NoSuchKey')
      else if (busy-- > 0) refuse(503, 'SlowDown')
      else {
        marker = body
        response.writeHead(200).end()
      }
    })
    await claimFileStores(database.db, store.config, patience(60_000))
    expect(String(marker)).toMatch(/^[0-9a-f-]{36}\n$/)
    expect([asked.filter((method) => method === 'PUT').length, lines]).toEqual([
      3,
      ['Väntar på fillagringen (SlowDown) …'],
    ])
  })

  test('is not waited for longer than that', async () => {
    const S3_ENDPOINT = 'http://127.0.0.1:1'
    await expect(claimFileStores(database.db, at('late', { S3_ENDPOINT }), patience(500))).rejects.toThrow(
      /^s3:\/\/linjen-filer\/late \(fillagringen svarar inte: ECONNREFUSED\)\. Väntan avbryts\.$/,
    )
    expect(lines.length).toBeGreaterThan(0)
  })

  test('but a bucket that is not there, which no waiting brings, is refused at once', async () => {
    await expect(
      claimFileStores(database.db, at('late', { S3_BUCKET: 'finns-inte' }), patience(60_000)),
    ).rejects.toThrow('s3://finns-inte/late (fillagringen går inte att använda: NoSuchBucket, hinken finns inte)')
    expect(lines).toEqual([])
  })
})

describe('a place and its database', () => {
  test('have the same id from first use on, also with several processes at once', async () => {
    // As a portal starts. A store replaces an object at once; s3rver writes into its file, and whoever reads it meanwhile waits for bytes that do not come.
    const patience = { tell: () => {}, limitMs: 60_000, everyMs: 100 }
    await Promise.all([1, 2, 3].map(() => claimFileStores(database.db, at('shared'), patience)))
    await claimFileStores(database.db, at('shared'))
    expect(await readFile(join(s3.folder, 'shared/linjen.id._S3rver_object'), 'utf8')).toMatch(/^[0-9a-f-]{36}\n$/)
  })

  test.each(['s3', 'folder'])(
    'another installation’s, and one that has lost its marker, are refused: %s',
    async (FILES) => {
      const mine = () => at('mine', { FILES })
      await claimFileStores(database.db, mine())
      const { rows } = await sql<{ id: string }>`select id from file_stores`.execute(database.db)
      const place = await storesOf(mine()).open(mine().files.in)
      await place.remove('linjen.id')
      const lost = /hör inte till den här databasen: lagringen saknar filen linjen\.id/
      await expect(claimFileStores(database.db, mine())).rejects.toThrow(lost)
      await place.put('linjen.id', Buffer.from(`${rows[0]?.id}\n`))
      await claimFileStores(database.db, mine())
      await sql`delete from file_stores`.execute(database.db)
      await expect(claimFileStores(database.db, mine())).rejects.toThrow('lagringen hör till en annan databas')
    },
  )

  test('the marker is asked of every place, so that files of one that is away are not taken for lost', async () => {
    const config = at('places', { FILES: 'folder', FILES_ALSO: 's3' })
    await claimFileStores(database.db, config)
    expect(await blobStore(config).read('linjen.id')).not.toBeNull()
    const away = at('places', { FILES: 'folder', FILES_ALSO: 's3', S3_ENDPOINT: 'http://127.0.0.1:9' })
    await expect(blobStore(away).read('linjen.id')).rejects.toThrow()
    await (await storesOf(config).open('s3')).remove('linjen.id')
    await expect(blobStore(config).read('linjen.id')).rejects.toThrow('has lost its marker')
  })

  test('that lose one another while the portal runs: nothing is absent and it is not ready', async () => {
    const config = at('', { FILES: 'folder' })
    await claimFileStores(database.db, config)
    const blobs = blobStore(config)
    await blobs.put('a', bytes)
    await rename(join(dataDir, 'blobs'), join(dataDir, 'unmounted'))
    const works = [blobs.read('a'), blobs.has('a'), blobs.check(), blobs.put('b/c', bytes), blobs.remove('a')]
    expect(await faults(works)).toEqual(works.map(() => 'unwritable'))
    expect(await isAway(blobs)).toBe(true)
    // What was written there would be hidden as soon as the disk is mounted again.
    expect(await files(config)).toEqual([])
    await rm(join(dataDir, 'blobs'), { recursive: true, force: true })
    await rename(join(dataDir, 'unmounted'), join(dataDir, 'blobs'))
    await blobs.check()
    expect(await isAway(blobs)).toBe(false)
    expect(Buffer.from((await blobs.read('a')) ?? [])).toEqual(bytes)
  })

  test('settings that leave out a place with files are refused, until it has been left', async () => {
    await claimFileStores(database.db, at('', { FILES: 'folder' }))
    await expect(claimFileStores(database.db, at('moved'))).rejects.toThrow(
      /^FILES=s3 \(det ligger filer i mappen blobs i DATA_DIR: ange FILES_ALSO=folder och flytta dem/,
    )
    const both = at('moved', { FILES_ALSO: 'folder' })
    await claimFileStores(database.db, both)
    await leaveFileStore(database.db, 'folder', new Date())
    await claimFileStores(database.db, at('moved'))
    await expect(claimFileStores(database.db, at('', { FILES: 'folder' }))).rejects.toThrow('ligger filer i S3_BUCKET')
  })

  test('an attempt at a bucket that does not fit leaves the way back to the settings of before', async () => {
    const folder = () => at('refused', { FILES: 'folder' })
    const both = () => at('refused', { FILES_ALSO: 'folder' })
    await claimFileStores(database.db, folder())
    const place = await storesOf(both()).open('s3')
    await place.put('linjen.id', Buffer.from('another installation’s\n'))
    await expect(claimFileStores(database.db, both())).rejects.toThrow('lagringen hör till en annan databas')
    await claimFileStores(database.db, folder())
    await place.remove('linjen.id')
    await claimFileStores(database.db, both())
    await expect(claimFileStores(database.db, folder())).rejects.toThrow('ligger filer i S3_BUCKET')
  })

  test('a folder from before there were markers is not left out while it has files', async () => {
    await sql`insert into file_stores (place, id) values ('folder', gen_random_uuid())`.execute(database.db)
    const bucket = () => at('unmarked')
    const place = await storesOf(bucket()).open('folder')
    await place.put('documents/ab/abc', bytes)
    await expect(claimFileStores(database.db, bucket())).rejects.toThrow('ligger filer i mappen blobs i DATA_DIR')
    await place.remove('documents/ab/abc')
    await claimFileStores(database.db, bucket())
  })

  test('a place that has been left and then emptied is taken again, under another id', async () => {
    const folder = () => at('back', { FILES: 'folder', FILES_ALSO: 's3' })
    const bucket = () => at('back', { FILES: 's3', FILES_ALSO: 'folder' })
    const idOf = async () => {
      const place = await storesOf(folder()).open('folder')
      return Buffer.from((await place.read('linjen.id')) ?? []).toString()
    }
    await claimFileStores(database.db, at('back', { FILES: 'folder' }))
    const before = await idOf()
    await claimFileStores(database.db, bucket())
    await leaveFileStore(database.db, 'folder', new Date())
    await rm(join(dataDir, 'blobs'), { recursive: true })
    await Promise.all([1, 2, 3].map(() => claimFileStores(database.db, folder())))
    expect([before, await idOf()]).toEqual([
      expect.stringMatching(/^[0-9a-f-]{36}\n$/),
      expect.not.stringContaining(before),
    ])
    await claimFileStores(database.db, folder())
    // The place is no longer left, so that a missing marker now means a disk that is not mounted.
    await rm(join(dataDir, 'blobs'), { recursive: true })
    await expect(claimFileStores(database.db, folder())).rejects.toThrow('Är disken monterad?')
  })
})
