import { isIPv4 } from 'node:net'
import { resolve } from 'node:path'
import { readSettings, wrongSettings, type AllSettings, type AreaSettings, type Settings } from './settings.ts'

/** How to reach a store that speaks S3. */
export interface S3Access {
  /** Null: Amazon's own. */
  readonly endpoint: string | null
  readonly region: string
  /** Null: the SDK finds them itself, in its environment variables or by the machine's role. */
  readonly keys: { readonly id: string; readonly secret: string } | null
  readonly encryption: 'AES256' | 'aws:kms' | null
}

export type FilePlace = NonNullable<Settings['FILES']>

/** Where photos and documents are kept. */
interface FileSettings {
  readonly in: FilePlace
  /** A second place from which they are also read, while they are moved. */
  readonly also: FilePlace | null
  /** Null without S3_BUCKET. */
  readonly bucket: { readonly name: string; readonly prefix: string } | null
}

const usualPlace: FilePlace = 'folder'

export interface Config {
  readonly production: boolean
  readonly port: number
  readonly host: string
  /** Where the metrics are served; null: nowhere. */
  readonly metrics: { readonly port: number; readonly host: string } | null
  /** The OpenTelemetry collector, with the headers that it is sent, `name=value` separated by commas; null: none. */
  readonly collector: { readonly endpoint: URL; readonly headers: string } | null
  /** Absolute. */
  readonly dataDir: string
  readonly databaseUrl: string | null
  /** A streaming replica of the database; null: there is none. */
  readonly replicaUrl: string | null
  /** Scheme and port under which the portal is reached from outside; null: those of the request. */
  readonly publicUrl: URL | null
  readonly variantsDir: string
  readonly demo: boolean
  readonly embeddedSignIn: boolean
  readonly trustProxy: string[] | false
  readonly logLevel: string
  readonly clockToleranceSeconds: number
  readonly tokenSeconds: number
  readonly drainMs: number
  readonly hstsSubdomains: boolean
  readonly writesPerMinute: number
  readonly files: FileSettings
  readonly s3: S3Access
  /** The areas' settings, for `settingsOf`. */
  readonly ofAreas: AllSettings['ofAreas']
}

/** Reads the settings from the environment, with those of the given areas. Throws WrongSetting. docs/reference-settings.md lists them. */
export function readConfig(
  environment: Readonly<Record<string, string | undefined>>,
  areas: readonly AreaSettings[] = [],
): Config {
  const all = readSettings(environment, areas)
  const { settings, ofAreas } = all
  const production = settings.NODE_ENV === 'production'
  const demo = settings.DEMO ? settings.DEMO === 'on' : !production
  const forgotten = whatIsForgotten(all, areas, { production, demo })
  if (forgotten) throw wrongSettings(forgotten)
  return {
    production,
    port: settings.PORT,
    host: settings.HOST,
    metrics: settings.METRICS_PORT ? { port: settings.METRICS_PORT, host: settings.METRICS_HOST } : null,
    collector: settings.OTEL_EXPORTER_OTLP_ENDPOINT
      ? {
          endpoint: new URL(settings.OTEL_EXPORTER_OTLP_ENDPOINT),
          headers: settings.OTEL_EXPORTER_OTLP_HEADERS ?? '',
        }
      : null,
    dataDir: resolve(settings.DATA_DIR),
    databaseUrl: settings.DATABASE_URL ?? null,
    replicaUrl: settings.DATABASE_READ_URL ?? null,
    publicUrl: settings.PUBLIC_URL ? new URL(settings.PUBLIC_URL) : null,
    variantsDir: resolve(settings.VARIANTS_DIR ?? './variants'),
    demo,
    embeddedSignIn: settings.EMBEDDED_SIGN_IN ? settings.EMBEDDED_SIGN_IN === 'on' : !production,
    trustProxy: settings.TRUST_PROXY ?? false,
    logLevel: settings.LOG_LEVEL ?? (production ? 'info' : 'warn'),
    clockToleranceSeconds: settings.CLOCK_TOLERANCE,
    tokenSeconds: settings.TOKEN_HOURS * 3600,
    drainMs: (settings.DRAIN_SECONDS ?? (production ? 5 : 0)) * 1000,
    hstsSubdomains: settings.HSTS_SUBDOMAINS === 'on',
    writesPerMinute: settings.WRITES_PER_MINUTE,
    files: {
      in: settings.FILES ?? usualPlace,
      also: settings.FILES_ALSO ?? null,
      bucket: settings.S3_BUCKET ? { name: settings.S3_BUCKET, prefix: settings.S3_PREFIX ?? '' } : null,
    },
    s3: s3AccessOf(settings),
    ofAreas,
  }
}

/**
 * Reads only the settings of S3, for code that needs nothing else of the portal: other settings may be missing or wrong. Throws
 * WrongSetting.
 */
export function readS3Access(environment: Readonly<Record<string, string | undefined>>): S3Access {
  const ofS3 = Object.entries(environment).filter(([name]) => name.startsWith('S3_'))
  const { settings } = readSettings(Object.fromEntries(ofS3), [])
  const lacking = keysInHalf(settings)
  if (lacking) throw wrongSettings(lacking)
  return s3AccessOf(settings)
}

/** Reads only the path of the data folder, for code that needs nothing else of the portal. Throws WrongSetting. */
export const readDataDir = ({ DATA_DIR }: Readonly<Record<string, string | undefined>>): string =>
  resolve(readSettings({ DATA_DIR }, []).settings.DATA_DIR)

const s3AccessOf = (settings: Settings): S3Access => ({
  endpoint: settings.S3_ENDPOINT ?? null,
  region: settings.S3_REGION,
  keys: keysOf(settings),
  encryption: settings.S3_ENCRYPTION ?? null,
})

const keysOf = ({ S3_ACCESS_KEY_ID: id, S3_SECRET_ACCESS_KEY: secret }: Settings): S3Access['keys'] =>
  id && secret ? { id, secret } : null

/** Settings that are valid separately but not together, such as a production portal that would run as the demo by omission. */
function whatIsForgotten(
  { settings, ofAreas }: AllSettings,
  areas: readonly AreaSettings[],
  { production, demo }: { production: boolean; demo: boolean },
): string | null {
  const { NODE_ENV, EMBEDDED_SIGN_IN, EMBEDDED_DATABASE, DATABASE_URL, PUBLIC_URL, VARIANTS_DIR } = settings
  const wrongFiles = whatFilesLack(settings)
  if (wrongFiles) return wrongFiles
  const exposed = whatExposes(settings)
  if (exposed && NODE_ENV === undefined && EMBEDDED_SIGN_IN !== 'on') {
    return (
      `NODE_ENV saknas, men ${exposed} ser ut som drift. Ange NODE_ENV=production, ` +
      'eller NODE_ENV=development för en demo, där alla lösenord är demo'
    )
  }
  if (DATABASE_URL && EMBEDDED_DATABASE === 'on') return 'DATABASE_URL och EMBEDDED_DATABASE=on går inte ihop'
  if (!DATABASE_URL && (EMBEDDED_DATABASE === 'off' || (production && !EMBEDDED_DATABASE))) {
    return (
      'DATABASE_URL saknas (postgres://…, eller EMBEDDED_DATABASE=on för den inbyggda databasen, ' +
      'som inte lovar något vid strömavbrott)'
    )
  }
  if (settings.DATABASE_READ_URL && !DATABASE_URL) return 'DATABASE_READ_URL utan DATABASE_URL'
  if (!production) return null
  if (!PUBLIC_URL) return 'PUBLIC_URL saknas (adressen utifrån, till exempel https://portal.example.se)'
  for (const area of areas) {
    const missing = area.missingInProduction?.(ofAreas)
    if (missing) return missing
  }
  if (!VARIANTS_DIR && !demo) {
    return 'VARIANTS_DIR saknas (mappen med era bolag; de som följer med är demons)'
  }
  return null
}

function whatFilesLack(settings: Settings): string | null {
  const { FILES, FILES_ALSO, S3_BUCKET } = settings
  if ((FILES ?? usualPlace) === FILES_ALSO) return `FILES_ALSO=${FILES_ALSO} är samma lagring som FILES`
  if ((FILES === 's3' || FILES_ALSO === 's3') && !S3_BUCKET) return 'S3_BUCKET saknas (filerna ska ligga i S3)'
  // FILES is easily forgotten beside six settings of S3, and nobody would notice before the folder's disk is full.
  if (S3_BUCKET && !FILES && FILES_ALSO !== 's3')
    return 'FILES saknas: S3_BUCKET är satt, så ange FILES=s3, eller FILES=folder om filerna ska ligga i mappen'
  return keysInHalf(settings)
}

const keysInHalf = ({ S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY }: Settings): string | null =>
  !S3_ACCESS_KEY_ID === !S3_SECRET_ACCESS_KEY
    ? null
    : 'S3_ACCESS_KEY_ID och S3_SECRET_ACCESS_KEY anges båda eller ingen'

/** The setting that opens the portal to others than the person who starts it; null if none does. */
function whatExposes({ HOST, PUBLIC_URL, DATABASE_URL }: Settings): string | null {
  if (!isLoopback(HOST)) return `HOST=${HOST}`
  if (PUBLIC_URL && (PUBLIC_URL.startsWith('https:') || !isLoopback(new URL(PUBLIC_URL).hostname))) return 'PUBLIC_URL'
  return DATABASE_URL ? 'DATABASE_URL' : null
}

const isLoopback = (host: string) =>
  ['localhost', '::1', '[::1]'].includes(host) ||
  host.endsWith('.localhost') ||
  (isIPv4(host) && host.startsWith('127.'))
