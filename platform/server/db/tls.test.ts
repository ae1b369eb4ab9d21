// A PostgreSQL whose certificate is of the company's own authority, as docs/operating.md reaches it: the portal's driver and pg_dump alike.
import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, copyFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { openPostgres } from './open.ts'
import { postgresProbe } from './probe.ts'
import { postgresBinaries, testCluster, type TestCluster } from './test-cluster.ts'
import { waitForPostgres } from './wait.ts'

const binaries = postgresBinaries()
const brief = { limitMs: 300, everyMs: 20, attemptMs: 5000 }

describe.skipIf(binaries === null)('PostgreSQL over TLS', () => {
  let cluster: TestCluster
  let plain: string
  const certificate = () => join(cluster.folder, 'server.crt')
  const withOptions = (options: string, address = plain) => `${address}?${options}`
  const verified = (address?: string) => withOptions(`sslmode=verify-full&sslrootcert=${certificate()}`, address)
  const refusalOf = (address: string) =>
    waitForPostgres(address, () => {}, brief).then(
      () => '',
      (error: Error) => `${error.constructor.name}: ${error.message}`,
    )

  const isEncrypted = async (address: string) => {
    const opened = openPostgres(address)
    try {
      const { rows } = await sql<{ ssl: boolean }>`select ssl from pg_stat_ssl where pid = pg_backend_pid()`.execute(
        opened.db,
      )
      return rows[0]?.ssl
    } finally {
      await opened.close()
    }
  }

  beforeAll(async () => {
    cluster = await testCluster(binaries as string, (folder) => {
      const [key, crt] = [join(folder, 'server.key'), join(folder, 'server.crt')]
      const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
      const options = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '3', '-keyout', key, '-out', crt]
      execFileSync('openssl', ['req', ...options, ...names], { stdio: 'ignore' })
      chmodSync(key, 0o600)
      const { uid, gid } = statSync(folder)
      for (const file of [key, crt]) chownSync(file, uid, gid)
      return { ssl: 'on', ssl_cert_file: crt, ssl_key_file: key }
    })
    plain = (await cluster.database('linjen')).replace('127.0.0.1', 'localhost')
  })
  afterAll(() => cluster?.remove())

  test('sslmode=verify-full with the authority’s certificate is encrypted, without it nothing is', async () => {
    expect(await refusalOf(verified())).toBe('')
    expect(await isEncrypted(verified())).toBe(true)
    expect(await isEncrypted(plain)).toBe(false)
  })

  test('ssl=no-verify is encrypted, whoever has signed the certificate', async () => {
    expect(await isEncrypted(withOptions('ssl=no-verify'))).toBe(true)
  })

  test('pg_dump takes the same address', () => {
    expect(() => cluster.run('pg_dump', '--schema-only', `--dbname=${verified()}`)).not.toThrow()
  })

  test('an authority that is not known, and another name, are one line', async () => {
    expect(await refusalOf(withOptions('sslmode=verify-full'))).toBe(
      'WrongSetting: Databasen i DATABASE_URL kan inte användas (DEPTH_ZERO_SELF_SIGNED_CERT).',
    )
    expect(await refusalOf(verified(plain.replace('localhost', '127.0.0.1')))).toBe(
      'WrongSetting: Databasen i DATABASE_URL kan inte användas (ERR_TLS_CERT_ALTNAME_INVALID).',
    )
  })

  describe('whose file of certificates goes away after a connection', () => {
    const copied = (name: string) => {
      const file = join(cluster.folder, name)
      copyFileSync(certificate(), file)
      return { file, address: withOptions(`sslmode=verify-full&sslrootcert=${file}`) }
    }

    test('is reached by new connections of the pool', async () => {
      const { file, address } = copied('pool.crt')
      const opened = openPostgres(address)
      const ask = () =>
        sql<{ ssl: boolean }>`select ssl from pg_stat_ssl where pid = pg_backend_pid()`.execute(opened.db)
      try {
        await ask()
        rmSync(file)
        const answers = await Promise.all([ask(), ask()])
        expect(answers.map(({ rows }) => rows)).toEqual([[{ ssl: true }], [{ ssl: true }]])
      } finally {
        await opened.close()
      }
    })

    test('is reached by the probe, for which another file counts as soon as it is there', async () => {
      const { file, address } = copied('probe.crt')
      const probe = postgresProbe(address, { renewMs: 0 })
      const opened = openPostgres(plain)
      try {
        await sql`create table if not exists kysely_migration (name text)`.execute(opened.db)
        await probe.ask()
        rmSync(file)
        expect(await probe.ask()).toEqual({ migrations: [], readOnly: false })
        expect(probe.refusal()).toBeNull()
        writeFileSync(file, '')
        await probe.ask()
        expect(probe.refusal()).toBe('DEPTH_ZERO_SELF_SIGNED_CERT')
      } finally {
        await probe.close()
        await opened.close()
      }
    })
  })

  test('so is a file of certificates that is not there', async () => {
    expect(await refusalOf(withOptions('sslmode=verify-full&sslrootcert=/etc/linjen/nowhere.crt'))).toBe(
      'WrongSetting: Databasen i DATABASE_URL kan inte användas (en fil som sslrootcert, sslcert eller sslkey nämner: ENOENT).',
    )
  })
})
