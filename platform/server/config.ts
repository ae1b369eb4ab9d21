import { resolve } from 'node:path'
import * as z from 'zod'

const onOff = z.enum(['on', 'off'])

const PAYSLIP_KEY_BYTES = 32

const Settings = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  PORT: z.coerce.number().int().min(0).max(65535).default(8080),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  VARIANTS_DIR: z.string().min(1).default('./variants'),
  /** The demo group; default: on, but off in production. */
  DEMO: onOff.optional(),
  /** The embedded sign-in provider; default: where a variant names no other, but never in production. */
  EMBEDDED_SIGN_IN: onOff.optional(),
  /** Addresses of reverse proxies whose X-Forwarded-* headers are believed, separated by commas. */
  TRUST_PROXY: z.string().optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).optional(),
  /** 32 random bytes in base64: what payslips are encrypted with at rest. */
  PAYSLIP_KEY: z
    .base64('inte base64')
    .refine((text) => Buffer.from(text, 'base64').length === PAYSLIP_KEY_BYTES, 'ska vara 32 byte i base64')
    .optional(),
  /** Writes an employee may send a minute. */
  WRITES_PER_MINUTE: z.coerce.number().int().min(300).default(600),
})

export interface Config {
  readonly production: boolean
  readonly port: number
  readonly host: string
  /** Absolute. */
  readonly dataDir: string
  readonly databaseUrl: string | null
  /** Scheme and port under which the outside reaches the portal; null: as the request says. */
  readonly publicUrl: URL | null
  readonly variantsDir: string
  readonly demo: boolean
  readonly embeddedSignIn: boolean
  readonly trustProxy: string[] | false
  readonly logLevel: string
  /** Null: one of the portal's own, kept in the data folder. Never in production. */
  readonly payslipKey: Uint8Array | null
  readonly writesPerMinute: number
}

/** Settings whose value no message repeats. */
const secret = new Set(['PAYSLIP_KEY'])

/** A setting has a wrong value; the message is one line that names it. */
export class WrongSetting extends Error {}

/** Reads the settings from the environment. Throws WrongSetting. docs/operating.md lists them. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = Settings.safeParse(given)
  if (!parsed.success) {
    const wrong = parsed.error.issues.map((issue) => {
      const name = String(issue.path[0])
      return secret.has(name) ? `${name} (${issue.message})` : `${name}=${given[name] ?? ''} (${issue.message})`
    })
    throw new WrongSetting(`Fel i inställningarna: ${wrong.join('; ')}`)
  }
  const settings = parsed.data
  const production = settings.NODE_ENV === 'production'
  if (production && !settings.PAYSLIP_KEY) {
    throw new WrongSetting(
      'Fel i inställningarna: PAYSLIP_KEY saknas (32 byte i base64, till exempel från openssl rand -base64 32)',
    )
  }
  return {
    production,
    port: settings.PORT,
    host: settings.HOST,
    dataDir: resolve(settings.DATA_DIR),
    databaseUrl: settings.DATABASE_URL ?? null,
    publicUrl: settings.PUBLIC_URL ? new URL(settings.PUBLIC_URL) : null,
    variantsDir: resolve(settings.VARIANTS_DIR),
    demo: settings.DEMO ? settings.DEMO === 'on' : !production,
    embeddedSignIn: settings.EMBEDDED_SIGN_IN ? settings.EMBEDDED_SIGN_IN === 'on' : !production,
    trustProxy: settings.TRUST_PROXY?.split(',').map((address) => address.trim()) ?? false,
    payslipKey: settings.PAYSLIP_KEY ? Buffer.from(settings.PAYSLIP_KEY, 'base64') : null,
    logLevel: settings.LOG_LEVEL ?? (production ? 'info' : 'warn'),
    writesPerMinute: settings.WRITES_PER_MINUTE,
  }
}
