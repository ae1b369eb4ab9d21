import { readFileSync } from 'node:fs'
import { isIP, isIPv4 } from 'node:net'
import * as z from 'zod'

// Default messages of the schemas in Swedish, set here for commands that do not build the app.
z.config(z.locales.sv())

const onOff = z.enum(['on', 'off'])

const KEY_BYTES = 32
const isKey = (text: string) => /^[A-Za-z0-9+/]+=*$/.test(text) && Buffer.from(text, 'base64').length === KEY_BYTES
const payslipKey = z.string().refine(isKey, 'ska vara 32 byte i base64')

const keyList = (text: string) => text.split(/[\s,]+/).filter((key) => key !== '')

/** The web framework's names for ranges of addresses. */
const namedRanges = new Set(['loopback', 'linklocal', 'uniquelocal'])

function isAddressOrRange(text: string): boolean {
  if (namedRanges.has(text)) return true
  const [address = '', bits, ...rest] = text.split('/')
  if (isIP(address) === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d+$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (isIPv4(address) ? 32 : 128))
}

const addressList = (text: string) => text.split(',').map((address) => address.trim())

/** A character in the password that is not percent-encoded makes the address mean something else, or invalid. */
const isWhole = (text: string) => {
  const { hash, pathname, search } = new URL(text)
  return hash === '' && !pathname.includes('@') && !search.includes('@')
}

const Settings = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).optional(),
  PORT: z.coerce.number().int().min(0).max(65535).default(8080),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, abort: true })
    .refine(isWhole)
    .optional(),
  /** Allows the embedded database in production, where it must be chosen explicitly. */
  EMBEDDED_DATABASE: onOff.optional(),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, abort: true })
    .refine((text) => !new URL(text).username && !new URL(text).password)
    .optional(),
  VARIANTS_DIR: z.string().min(1).optional(),
  /** The demo group; default: on, but off in production. */
  DEMO: onOff.optional(),
  /** The embedded sign-in provider; default: on if a variant names no other, but never in production. */
  EMBEDDED_SIGN_IN: onOff.optional(),
  /** Addresses of reverse proxies whose X-Forwarded-* headers are trusted, separated by commas. */
  TRUST_PROXY: z
    .string()
    .transform(addressList)
    .refine((addresses) => addresses.every(isAddressOrRange), 'ska vara IP-adresser eller nät som 10.0.0.0/8')
    .optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).optional(),
  /** 32 random bytes in base64: the key that payslips are encrypted with at rest. */
  PAYSLIP_KEY: payslipKey.optional(),
  /** Further keys for decrypting payslips: those from before a change of key. */
  PAYSLIP_KEYS_OLD: z.string().transform(keyList).pipe(z.array(payslipKey)).optional(),
  /** Seconds that a sign-in provider's clock may differ from the portal's. */
  CLOCK_TOLERANCE: z.coerce.number().int().min(0).max(600).default(180),
  /** The longest lifetime, in hours, of a sign-in provider's tokens: longer ones are refused. */
  TOKEN_HOURS: z.coerce.number().int().min(1).max(168).default(24),
  /** Seconds that requests are still accepted after SIGTERM, with /readyz at 503, so that load balancers notice. */
  DRAIN_SECONDS: z.coerce.number().int().min(0).max(300).optional(),
  /** Whether browsers are told to use https for the subdomains of PUBLIC_URL too. */
  HSTS_SUBDOMAINS: onOff.default('off'),
  /** Writes that an employee may send per minute. */
  WRITES_PER_MINUTE: z.coerce.number().int().min(300).default(600),
})

export type Settings = z.infer<typeof Settings>

/** Settings that may be read from a file, `<NAME>_FILE`, and whose value no message repeats. */
const secrets: ReadonlySet<string> = new Set(['DATABASE_URL', 'PAYSLIP_KEY', 'PAYSLIP_KEYS_OLD'])

/** What is wrong with a setting whose value is not repeated: an address may contain a password in any place. */
const inWords: Readonly<Record<string, string>> = {
  DATABASE_URL:
    'ska vara en adress som postgres://användare:lösenord@värd/databas, där tecken som # / ? @ och % i lösenordet är procentkodade',
  PUBLIC_URL: 'ska vara en adress som https://portal.example.se',
  PAYSLIP_KEY: 'ska vara 32 byte i base64',
  PAYSLIP_KEYS_OLD: 'ska vara nycklar om 32 byte i base64, åtskilda med komma',
}

/** A setting has a wrong value, or what it names cannot be used; the message is one line that names it. */
export class WrongSetting extends Error {}

export const wrongSettings = (wrong: string) => new WrongSetting(`Fel i inställningarna: ${wrong}`)

/** Reads each setting separately. Throws WrongSetting that lists all wrong ones. */
export function readSettings(environment: Readonly<Record<string, string | undefined>>): Settings {
  const given = withFiles(environment)
  const parsed = Settings.safeParse(given)
  if (parsed.success) return parsed.data
  const wrong = new Map<string, string>()
  for (const { path, message } of parsed.error.issues) {
    const name = String(path[0])
    const value = (given[name] ?? '').replaceAll(/\s+/g, ' ')
    wrong.set(name, inWords[name] ? `${name} (${inWords[name]})` : `${name}=${value} (${message})`)
  }
  throw wrongSettings([...wrong.values()].join('; '))
}

function withFiles(environment: Readonly<Record<string, string | undefined>>): Record<string, string | undefined> {
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
