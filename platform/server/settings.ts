import { readFileSync } from 'node:fs'
import { isIP, isIPv4 } from 'node:net'
import * as z from 'zod'

// Default messages of the schemas in Swedish, set here for commands that do not build the app.
z.config(z.locales.sv())

const onOff = z.enum(['on', 'off'])

/** The web framework's names for ranges of addresses. */
const namedRanges = new Set(['loopback', 'linklocal', 'uniquelocal'])

function isAddressOrRange(text: string): boolean {
  if (namedRanges.has(text)) return true
  const [address = '', bits, ...rest] = text.split('/')
  if (isIP(address) === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d+$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (isIPv4(address) ? 32 : 128))
}

const addressList = (text: string) => text.split(',').map((address) => address.trim())

/**
 * Whether the driver reads the address as it is meant. A character in the password that is not percent-encoded changes the address's
 * meaning. A list of servers would be read as one server's name, and without `//` the driver takes its own defaults.
 */
const isWhole = (text: string) => {
  const { hash, hostname, pathname, search } = new URL(text)
  return (
    /^\w+:\/\//.test(text) && !hostname.includes(',') && hash === '' && !pathname.includes('@') && !search.includes('@')
  )
}

/**
 * Whether there is one host, as browsers would write it, and no query or fragment, which nobody would read. The parser itself takes
 * `https:///x` for `https://x`.
 */
const isOneHost = (text: string) => {
  const { hash, hostname, search } = new URL(text)
  return /^\w+:\/\/[^/\\]/.test(text) && /^(?:[\w.-]+|\[[\da-f:.]+\])$/.test(hostname) && hash === '' && search === ''
}

/**
 * An address without a name and a password in it, and what may follow its host. It is checked by a pattern, which the chart's schema has
 * too (packaging/chart).
 */
const webAddressWith = (rest: string) =>
  z
    .url({ abort: true })
    .regex(new RegExp(`^[Hh][Tt][Tt][Pp][Ss]?://[^/?#@\\\\,*\\s]+${rest}$`))
    .refine(isOneHost)

const webAddress = webAddressWith('([/?#]\\S*)?')

const wrongProxies = 'ska vara IP-adresser eller nät som 10.0.0.0/8'

/** The form of an address or a range, as far as a pattern can express it, for the chart's schema. */
const addressLike = `(${[...namedRanges].join('|')}|[0-9.]+|[0-9a-fA-F.]*:[0-9a-fA-F.:]*(%\\w+)?)(/[0-9]+)?`

export const Settings = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).optional(),
  PORT: z.coerce.number().int().min(0).max(65535).default(8080),
  HOST: z.string().min(1).default('127.0.0.1'),
  /** The separate port and host where /metrics is served; without a port, nowhere. */
  METRICS_PORT: z.coerce.number().int().min(1).max(65535).optional(),
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  /** An OpenTelemetry collector that is sent traces; without one OpenTelemetry is not even loaded. */
  OTEL_EXPORTER_OTLP_ENDPOINT: webAddress.optional(),
  /** What the collector is sent as headers, such as its token: `name=value`, separated by commas. */
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .regex(/^[^\s=,]+\s*=/)
    .optional(),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, abort: true })
    .refine(isWhole)
    .optional(),
  /** A streaming replica of the database, for searches, figures and exports. */
  DATABASE_READ_URL: z
    .url({ protocol: /^postgres(ql)?$/, abort: true })
    .refine(isWhole)
    .optional(),
  /** Allows the embedded database in production, where it must be chosen explicitly. */
  EMBEDDED_DATABASE: onOff.optional(),
  /** Without a path, because each company has a host of its own, and the portal serves all of it. */
  PUBLIC_URL: webAddressWith('/?').optional(),
  VARIANTS_DIR: z.string().min(1).optional(),
  /** The demo group; default: on, but off in production. */
  DEMO: onOff.optional(),
  /** The embedded sign-in provider, for variants that name no other; default: on, but off in production. */
  EMBEDDED_SIGN_IN: onOff.optional(),
  /** Addresses of reverse proxies whose X-Forwarded-* headers are trusted, separated by commas. */
  TRUST_PROXY: z
    .string()
    .regex(new RegExp(`^${addressLike}(\\s*,\\s*${addressLike})*$`), wrongProxies)
    .transform(addressList)
    .refine((addresses) => addresses.every(isAddressOrRange), wrongProxies)
    .optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).optional(),
  /** Seconds that a sign-in provider's clock may differ from the portal's. */
  CLOCK_TOLERANCE: z.coerce.number().int().min(0).max(600).default(180),
  /** The longest lifetime, in hours, of a sign-in provider's tokens: longer ones are refused. */
  TOKEN_HOURS: z.coerce.number().int().min(1).max(168).default(24),
  /** Seconds that requests are still accepted after SIGTERM, with /readyz at 503, so that load balancers notice. */
  DRAIN_SECONDS: z.coerce.number().int().min(0).max(300).optional(),
  /** Whether browsers have to use https for the subdomains of PUBLIC_URL too. */
  HSTS_SUBDOMAINS: onOff.default('off'),
  /** Writes that an employee may send per minute. */
  WRITES_PER_MINUTE: z.coerce.number().int().min(300).default(600),
  /** Where photos and documents are written: a folder in DATA_DIR, which is usual, or S3. */
  FILES: z.enum(['folder', 's3']).optional(),
  /** A second store from which they are also read, while they are moved. */
  FILES_ALSO: z.enum(['folder', 's3']).optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/)
    .optional(),
  S3_PREFIX: z
    .string()
    .regex(/^[\w-]+(\/[\w-]+)*$/)
    .optional(),
  /** The address of a store that is not Amazon's. */
  S3_ENDPOINT: webAddress.optional(),
  S3_REGION: z.string().min(1).default('eu-north-1'),
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  /** How the store encrypts files; default: as the bucket is configured. */
  S3_ENCRYPTION: z.enum(['AES256', 'aws:kms']).optional(),
})

export type Settings = z.infer<typeof Settings>

/** Settings of one area, which its door brings. They are read and validated together with those of the platform. */
export interface AreaSettings<Shape extends z.ZodRawShape = z.ZodRawShape> {
  /** Schemas by the name of the setting. */
  readonly shape: Shape
  /** Settings that may be read from a file, `<NAME>_FILE`, and whose value no message repeats; the text says what is expected instead. */
  readonly secrets: { readonly [name in keyof Shape]?: string }
  /** A sentence about what is missing for production; null if nothing is. */
  missingInProduction?(settings: z.infer<z.ZodObject<Shape>>): string | null
}

/** What is expected of settings whose value no message repeats: an address may contain a password in any place. */
const inWords: Readonly<Record<string, string>> = {
  DATABASE_URL:
    'ska vara en adress som postgres://användare:lösenord@värd/databas, där tecken som # / ? @ och % i lösenordet är procentkodade',
  DATABASE_READ_URL: 'ska vara en adress som DATABASE_URL, till en kopia av samma databas',
  PUBLIC_URL: 'ska vara en enda adress som https://portal.example.se, utan sökväg',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'ska vara en adress som http://127.0.0.1:4318',
  OTEL_EXPORTER_OTLP_HEADERS: 'ska vara namn=värde, flera med komma emellan',
  S3_ENDPOINT: 'ska vara en adress som https://s3.example.se, utan användare och lösenord',
  S3_ACCESS_KEY_ID: 'ska vara nyckelns namn hos lagringen',
  S3_SECRET_ACCESS_KEY: 'ska vara nyckeln hos lagringen',
}

/** Settings of the platform that may be read from a file, `<NAME>_FILE`. */
const ownSecrets = [
  'DATABASE_URL',
  'DATABASE_READ_URL',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
]

/** A setting has a wrong value, or what it names cannot be used; the message is one line that names it. */
export class WrongSetting extends Error {}

export const wrongSettings = (wrong: string) => new WrongSetting(`Fel i inställningarna: ${wrong}`)

/** The settings of the platform and of each area. */
export interface AllSettings {
  readonly settings: Settings
  readonly ofAreas: Readonly<Record<string, unknown>>
}

/** Reads each setting separately. Throws WrongSetting that lists all wrong ones. */
export function readSettings(
  environment: Readonly<Record<string, string | undefined>>,
  areas: readonly AreaSettings[],
): AllSettings {
  const words: Record<string, string> = Object.assign({ ...inWords }, ...areas.map(({ secrets }) => secrets))
  const secrets = [...ownSecrets, ...areas.flatMap((area) => Object.keys(area.secrets))]
  const given = withFiles(environment, secrets)
  const shapeOfAreas: z.ZodRawShape = Object.assign({}, ...areas.map(({ shape }) => shape))
  const own = Settings.safeParse(given)
  const theirs = z.object(shapeOfAreas).safeParse(given)
  if (own.success && theirs.success) {
    // Includes absent ones: `settingsOf` distinguishes them from settings that were not read at all.
    const ofAreas = Object.keys(shapeOfAreas).map((name) => [name, theirs.data[name]] as const)
    return { settings: own.data, ofAreas: Object.fromEntries(ofAreas) }
  }
  const wrong = new Map<string, string>()
  for (const { path, message } of [...(own.error?.issues ?? []), ...(theirs.error?.issues ?? [])]) {
    const name = String(path[0])
    const value = (given[name] ?? '').replaceAll(/\s+/g, ' ')
    wrong.set(name, words[name] ? `${name} (${words[name]})` : `${name}=${value} (${message})`)
  }
  throw wrongSettings([...wrong.values()].join('; '))
}

function withFiles(
  environment: Readonly<Record<string, string | undefined>>,
  secrets: readonly string[],
): Record<string, string | undefined> {
  // Windows’ `set NAME=value && …` leaves a space, and settings files may leave a carriage return: both are invisible.
  const trimmed = Object.entries(environment).map(([name, value]) => [name, value?.trim()] as const)
  const given: Record<string, string | undefined> = Object.fromEntries(trimmed.filter(([, value]) => value !== ''))
  for (const name of secrets) {
    const file = given[`${name}_FILE`]
    if (file === undefined) continue
    if (given[name] !== undefined) throw wrongSettings(`${name} och ${name}_FILE anges båda; ange en av dem`)
    given[name] = readSecret(`${name}_FILE`, file)
  }
  return given
}

function readSecret(setting: string, file: string): string {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw wrongSettings(`${setting}=${file} (filen kan inte läsas: ${(error as NodeJS.ErrnoException).code})`)
  }
  // What editors and `echo` add around it is not part of the secret: neither an address nor base64 contains blanks.
  const secret = text.replace(/^\uFEFF/, '').trim()
  if (secret === '') throw wrongSettings(`${setting}=${file} (filen är tom)`)
  return secret
}

/** The settings of an area, read at the start. */
export function settingsOf<Shape extends z.ZodRawShape>(
  { ofAreas }: Pick<AllSettings, 'ofAreas'>,
  { shape }: AreaSettings<Shape>,
): z.infer<z.ZodObject<Shape>> {
  const unread = Object.keys(shape).filter((name) => !(name in ofAreas))
  if (unread.length > 0) throw new Error(`${unread.join(', ')} was not read with the other settings`)
  // Validated with this shape when they were read.
  return ofAreas as z.infer<z.ZodObject<Shape>>
}
