// A server that speaks S3, for tests: s3rver, in a process of its own, which a test may stop, start again and freeze.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { freePort } from '../test-port.ts'

export interface TestS3 {
  /** The settings of a portal that uses it. */
  readonly settings: Readonly<Record<string, string>>
  /** Where it keeps the bucket: a file per object, and its metadata beside it. */
  readonly folder: string
  start(): Promise<void>
  stop(): Promise<void>
  /** Suspends it: connections stay open, and nothing answers. */
  freeze(): void
  thaw(): void
  remove(): Promise<void>
}

const program = fileURLToPath(new URL('../../../node_modules/s3rver/bin/s3rver.js', import.meta.url))
const bucket = 'linjen-filer'

export async function testS3(): Promise<TestS3> {
  const directory = await mkdtemp(join(tmpdir(), 'linjen-s3-'))
  const port = await freePort()
  let server: ChildProcess | null = null
  const store: TestS3 = {
    settings: {
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_REGION: 'us-east-1',
      S3_BUCKET: bucket,
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    },
    folder: join(directory, bucket),
    async start() {
      server = spawn(
        process.execPath,
        // s3rver encrypts the page tokens of a list with a cipher that OpenSSL only has in its legacy provider.
        [
          '--openssl-legacy-provider',
          program,
          '-d',
          directory,
          '-a',
          '127.0.0.1',
          '-p',
          String(port),
          '--configure-bucket',
          bucket,
        ],
        { stdio: ['ignore', 'pipe', 'ignore'], env: { PATH: process.env.PATH, NODE_NO_WARNINGS: '1' } },
      )
      // It prints other lines before it listens.
      const lines = createInterface({ input: server.stdout as NodeJS.ReadableStream })
      await new Promise<void>((resolve, reject) => {
        lines
          .on('line', (line) => line.includes('listening') && resolve())
          .once('close', () => reject(new Error('S3 did not start')))
      })
    },
    async stop() {
      if (!server || server.exitCode !== null || server.signalCode !== null) return
      const exit = once(server, 'exit')
      server.kill('SIGKILL')
      await exit
    },
    freeze: () => void server?.kill('SIGSTOP'),
    thaw: () => void server?.kill('SIGCONT'),
    async remove() {
      await store.stop()
      await rm(directory, { recursive: true, force: true })
    },
  }
  await store.start()
  return store
}
