// The image's steps in bare Debian folders. They take minutes, so only `npm run prove` runs them, as root and if debootstrap is
// installed.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { postgresBinaries, testCluster, type TestCluster } from '#platform/server/db/test-cluster.ts'
import { effort } from '../../checks/effort.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const binaries = postgresBinaries()
const can = binaries !== null && existsSync('/usr/sbin/debootstrap') && process.getuid?.() === 0
const wanted = effort({ sample: false, full: true })
if (wanted && !can)
  process.stdout.write('The image is not tried here: that needs root, debootstrap and PostgreSQL’s server programs.\n')

describe.skipIf(!wanted || !can)('the image', () => {
  let cluster: TestCluster
  beforeAll(async () => {
    cluster = await testCluster(binaries as string)
  })
  afterAll(() => cluster?.remove())

  test(
    'is built without a compiler and runs as nobody on a read-only root, with traces; so does the one for trying',
    { timeout: 20 * 60_000 },
    async () => {
      const env = { ...process.env, DATABASE_URL: await cluster.database('image') }
      const { stdout } = await promisify(execFile)('packaging/image/try', { cwd: root, env })
      expect(stdout).toMatch(/^ready after \d+ s: \{"status":"ok"/m)
      expect(stdout).toMatch(/^nothing of the image has changed\nfor trying: ready after \d+ s\n$/m)
    },
  )
})
