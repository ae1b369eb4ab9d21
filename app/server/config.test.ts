import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WrongSetting } from '#platform/server/settings.ts'
import { rightPublicUrls, wrongPublicUrls } from './public-urls-fixture.ts'
import { readPortalConfig } from './config.ts'

const key = Buffer.alloc(32, 7).toString('base64')
const otherKey = Buffer.alloc(32, 8).toString('base64')
const production = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://linjen:hemligt@db/linjen',
  PUBLIC_URL: 'https://portal.example.se',
  PAYSLIP_KEY: key,
  VARIANTS_DIR: '/etc/linjen/variants',
}

const refusalOf = (environment: Record<string, string>): string => {
  try {
    readPortalConfig(environment)
  } catch (error) {
    expect(error).toBeInstanceOf(WrongSetting)
    return (error as Error).message
  }
  return ''
}

test('without settings the portal is the demo on this machine', () => {
  expect(readPortalConfig({})).toMatchObject({
    port: 8080,
    host: '127.0.0.1',
    demo: true,
    embeddedSignIn: true,
    databaseUrl: null,
  })
})

test('production has no demo and no embedded sign-in unless asked', () => {
  expect(readPortalConfig(production)).toMatchObject({ production: true, demo: false, embeddedSignIn: false })
  expect(readPortalConfig({ ...production, EMBEDDED_SIGN_IN: 'on' })).toMatchObject({
    demo: false,
    embeddedSignIn: true,
  })
})

test.each([
  ['PORT', '80 80'],
  ['PORT', '70000'],
  ['DEMO', 'ja'],
  ['LOG_LEVEL', 'loud'],
  ['TRUST_PROXY', 'proxy.example.se'],
  ['TRUST_PROXY', '10.0.0.0/33'],
  ['TRUST_PROXY', '10.0.0.1,'],
  ['FILES', 'disk'],
  ['S3_BUCKET', 'Inte_en_hink'],
  ['S3_PREFIX', '/norr/'],
  ['S3_ENCRYPTION', 'on'],
])('a wrong %s is one line that names it', (name, value) => {
  const read = () => readPortalConfig({ [name]: value })
  expect(read).toThrow(WrongSetting)
  expect(read).toThrow(new RegExp(`^[^\\n]*${name}=${value}[^\\n]*$`))
})

test.each<[string, string]>([
  ...wrongPublicUrls.map((value): [string, string] => ['PUBLIC_URL', value]),
  ['S3_ENDPOINT', 'https://s3.example.se,b.se'],
  ['S3_ENDPOINT', 'https://s3.example.se/?x=1'],
  ['S3_ENDPOINT', 'https:///s3.example.se'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://collector,b:4318'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://collector:4318#x'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http:///collector:4318'],
  ['DATABASE_URL', 'postgres://a,b/linjen'],
  ['DATABASE_URL', 'postgres:linjen'],
  ['DATABASE_READ_URL', 'postgres:/linjen'],
])('%s is refused where a part of it would be left out: %s', (name, value) => {
  const line = refusalOf({ NODE_ENV: 'test', DATABASE_URL: 'postgres://db/linjen', [name]: value })
  expect(line).toMatch(new RegExp(`^Fel i inställningarna: ${name} \\(ska vara [^\\n]+\\)$`))
})

test.each<[string, string]>([
  ...rightPublicUrls.map((value): [string, string] => ['PUBLIC_URL', value]),
  ['S3_ENDPOINT', 'https://example.se/s3'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://127.0.0.1:4318/linjen/'],
  ['DATABASE_URL', 'postgres:///linjen?host=/run/postgresql'],
  ['DATABASE_URL', 'postgresql://linjen:a%2Cb%40@%2Frun%2Fpostgresql/linjen'],
])('%s=%s is taken', (name, value) => {
  expect(refusalOf({ NODE_ENV: 'test', [name]: value })).toBe('')
})

test.each(['10.0.0.0/8', '::1', 'fd00::/8,127.0.0.1', 'loopback, uniquelocal'])('TRUST_PROXY=%s is taken', (value) => {
  expect(readPortalConfig({ TRUST_PROXY: value }).trustProxy).toHaveLength(value.split(',').length)
})

describe('a secret is never repeated', () => {
  test.each([
    'mysql://anna:hemligt@db/linjen',
    'postgres://anna:hem#ligt@db/linjen',
    'postgres://anna:17/hemligt@db/linjen',
    'postgres://anna:17?hemligt@db/linjen',
    'postgres://anna:hemligt@db:99999/linjen',
    'postgres://anna:hem ligt/@db',
    'anna:hemligt@db',
    'hemligt',
  ])('DATABASE_URL=%s', (address) => {
    const line = refusalOf({ NODE_ENV: 'test', DATABASE_URL: address })
    expect(line).toMatch(/^Fel i inställningarna: DATABASE_URL \(ska vara [^\n]+\)$/)
    for (const part of ['hem', 'ligt', 'anna', '17', '99999']) expect(line).not.toContain(part)
  })

  test.each([
    ['PUBLIC_URL', 'https://anna:hemligt@portal.example.se'],
    ['PUBLIC_URL', 'hemligt'],
    ['S3_ENDPOINT', 'https://anna:hemligt@s3.example.se'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'Basic hemligt'],
    ['PAYSLIP_KEY', 'aGVtbGlndA=='],
    ['PAYSLIP_KEYS_OLD', `${key},aGVtbGlndA==`],
  ])('%s', (name, value) => {
    const line = refusalOf({ NODE_ENV: 'test', [name]: value })
    expect(line).toMatch(new RegExp(`^Fel i inställningarna: ${name} \\(ska vara [^\\n]+\\)$`))
    for (const part of ['hemligt', 'aGVtbGlndA', key, 'anna']) expect(line).not.toContain(part)
  })
})

test('files in S3 need a bucket, another place than the first, and both halves of a key', () => {
  const FILES = 's3'
  expect(refusalOf({ FILES })).toBe('Fel i inställningarna: S3_BUCKET saknas (filerna ska ligga i S3)')
  expect(refusalOf({ FILES_ALSO: 's3' })).toMatch('S3_BUCKET saknas')
  expect(refusalOf({ S3_BUCKET: 'linjen-filer' })).toMatch('FILES saknas: S3_BUCKET är satt')
  for (const told of [{ FILES: 'folder' }, { FILES_ALSO: 's3' }])
    expect(readPortalConfig({ ...told, S3_BUCKET: 'linjen-filer' }).files.in).toBe('folder')
  expect(refusalOf({ FILES_ALSO: 'folder' })).toMatch('FILES_ALSO=folder är samma lagring som FILES')
  expect(refusalOf({ S3_ACCESS_KEY_ID: 'hemligt' })).toBe(
    'Fel i inställningarna: S3_ACCESS_KEY_ID och S3_SECRET_ACCESS_KEY anges båda eller ingen',
  )
  const { files, s3 } = readPortalConfig({ FILES, S3_BUCKET: 'linjen-filer', S3_PREFIX: 'norr/filer' })
  expect(files).toEqual({ in: 's3', also: null, bucket: { name: 'linjen-filer', prefix: 'norr/filer' } })
  expect(s3).toEqual({ endpoint: null, region: 'eu-north-1', keys: null, encryption: null })
})

describe('settings that look like production must say whether it is', () => {
  test.each<Record<string, string>>([
    { HOST: '0.0.0.0' },
    { HOST: '::' },
    { HOST: '10.0.0.5' },
    { PUBLIC_URL: 'https://portal.example.se' },
    { PUBLIC_URL: 'http://portal.example.se' },
    { DATABASE_URL: 'postgres://db/linjen' },
    { HOST: '0.0.0.0', EMBEDDED_SIGN_IN: 'off' },
  ])('%j', (environment) => {
    const line = refusalOf(environment)
    expect(line).toMatch(/^Fel i inställningarna: NODE_ENV saknas, men \S+ ser ut som drift\. Ange NODE_ENV=production/)
    expect(line).not.toContain('\n')
    expect(readPortalConfig({ ...environment, NODE_ENV: 'development' }).production).toBe(false)
    expect(readPortalConfig({ ...environment, EMBEDDED_SIGN_IN: 'on' }).embeddedSignIn).toBe(true)
  })

  test.each<Record<string, string>>([
    { HOST: 'localhost' },
    { HOST: '::1' },
    { HOST: '127.0.0.2' },
    { PUBLIC_URL: 'http://localhost:8443' },
  ])('not %j', (environment) => expect(readPortalConfig(environment).demo).toBe(true))
})

describe('production', () => {
  test('refuses a replica of no database, and repeats no password of one', () => {
    const DATABASE_READ_URL = 'postgres://linjen:hemligt@kopia/linjen'
    expect(refusalOf({ NODE_ENV: 'test', DATABASE_READ_URL })).toMatch('DATABASE_READ_URL utan DATABASE_URL')
    const wrong = refusalOf({ NODE_ENV: 'test', DATABASE_READ_URL: 'mysql://linjen:hemligt@kopia/linjen' })
    expect(wrong).toMatch(/DATABASE_READ_URL \(ska vara/)
    expect(wrong).not.toMatch('hemligt')
  })

  test.each(['DATABASE_URL', 'PUBLIC_URL', 'PAYSLIP_KEY', 'VARIANTS_DIR'] as const)('refuses without %s', (name) => {
    const { [name]: _left, ...rest } = production
    expect(refusalOf(rest)).toMatch(new RegExp(`^Fel i inställningarna: ${name} saknas \\([^\\n]+\\)$`))
    expect(refusalOf({ ...rest, [name]: '' })).toMatch(`${name} saknas`)
  })

  test.each(Object.keys(production))('accepts %s with blanks around it, and refuses blanks alone', (name) => {
    const value = production[name as keyof typeof production]
    expect(readPortalConfig({ ...production, [name]: ` ${value} \r\n` })).toEqual(readPortalConfig(production))
    expect(refusalOf({ ...production, [name]: ' \r\n' })).toMatch(`${name} saknas`)
  })

  test('accepts the embedded database and the demo’s companies if explicitly chosen', () => {
    const { DATABASE_URL: _address, VARIANTS_DIR: _dir, ...rest } = production
    expect(readPortalConfig({ ...rest, DEMO: 'on', EMBEDDED_DATABASE: 'on' })).toMatchObject({
      databaseUrl: null,
      demo: true,
    })
  })

  test('refuses two databases', () => {
    expect(refusalOf({ ...production, EMBEDDED_DATABASE: 'on' })).toMatch('går inte ihop')
  })
})

describe('a secret from a file', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'linjen-secrets-'))
    await writeFile(join(folder, 'key'), `${key}\n`)
    await writeFile(join(folder, 'address'), 'postgres://db/linjen\r\n')
    await writeFile(join(folder, 'keys'), `${key}\n${otherKey}\n`)
    await writeFile(join(folder, 'empty'), '\n')
    await writeFile(join(folder, 'wrong'), 'hemligt')
  })
  afterAll(() => rm(folder, { recursive: true }))
  const file = (name: string) => join(folder, name)

  test('is the setting, without the line break at its end', () => {
    const config = readPortalConfig({
      NODE_ENV: 'test',
      PAYSLIP_KEY_FILE: file('key'),
      DATABASE_URL_FILE: file('address'),
      PAYSLIP_KEYS_OLD_FILE: file('keys'),
    })
    expect(config.databaseUrl).toBe('postgres://db/linjen')
    expect(config.ofAreas).toMatchObject({
      PAYSLIP_KEY: Buffer.alloc(32, 7),
      PAYSLIP_KEYS_OLD: [Buffer.alloc(32, 7), Buffer.alloc(32, 8)],
    })
  })

  test.each(['', ' ', '\n', '\r\n', ' \n\n', '\t'])('is trimmed: %j', async (blank) => {
    await writeFile(file('blank'), `${blank}${key}${blank}`)
    await writeFile(file('blank-address'), `\uFEFF${blank}postgres://db/linjen${blank}`)
    const config = readPortalConfig({
      NODE_ENV: 'test',
      PAYSLIP_KEY_FILE: `${file('blank')}${blank}`,
      DATABASE_URL_FILE: file('blank-address'),
    })
    expect([config.ofAreas['PAYSLIP_KEY'], config.databaseUrl]).toEqual([Buffer.alloc(32, 7), 'postgres://db/linjen'])
  })

  test('is the key of the store of files', () => {
    const { s3 } = readPortalConfig({ S3_ACCESS_KEY_ID_FILE: file('key'), S3_SECRET_ACCESS_KEY_FILE: file('key') })
    expect(s3.keys).toEqual({ id: key, secret: key })
  })

  test('counts as the setting', () => {
    expect(refusalOf({ DATABASE_URL_FILE: file('address') })).toMatch('NODE_ENV saknas, men DATABASE_URL')
    expect(refusalOf({ DATABASE_URL_FILE: file('wrong') })).toMatch(/DATABASE_URL \(ska vara/)
    expect(refusalOf({ DATABASE_URL_FILE: file('wrong') })).not.toMatch('hemligt')
  })

  test.each(['missing', '', 'empty'])('that cannot be read is named with its setting: %j', (name) => {
    expect(refusalOf({ PAYSLIP_KEY_FILE: file(name) })).toMatch(
      new RegExp(`^Fel i inställningarna: PAYSLIP_KEY_FILE=${file(name)} \\(filen (kan inte läsas: \\w+|är tom)\\)$`),
    )
  })

  test('and in the setting itself is refused', () => {
    expect(refusalOf({ PAYSLIP_KEY: key, PAYSLIP_KEY_FILE: file('key') })).toBe(
      'Fel i inställningarna: PAYSLIP_KEY och PAYSLIP_KEY_FILE anges båda; ange en av dem',
    )
  })
})
