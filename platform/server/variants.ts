import { readFile, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { VariantFile, type PersonalField, type Variant } from '#platform/contract/variant.ts'
import { defaultTimeZone } from '#platform/contract/wall-clock.ts'
import { currentPeriod } from './clock-period.ts'
import type { Config } from './config.ts'
import { WrongSetting } from './settings.ts'

export interface Variants {
  readonly all: readonly Variant[]
  /** The variant for a host name (without port): the default one if none names it. */
  forHost(hostname: string): Variant
  /** Whether some variant names this host. Only these get an embedded sign-in provider. */
  isKnownHost(hostname: string): boolean
  /** The companies of the group, by id. */
  readonly companies: ReadonlyMap<string, Company>
  /** The zone of a company's wall clock. */
  timeZoneOf(company: string): string
  /** A variant's logo.svg, as it was at the start. */
  logo(variant: Variant): Buffer
  /** The file beside a variant's variant.json, such as pattern.svg. */
  file(variant: Variant, name: string): string
}

export interface Company {
  readonly id: string
  readonly name: string
  readonly timeZone: string
  /** The details that its employees change themselves. */
  readonly employeeOwns: readonly PersonalField[]
  /** The features that its employees do not have. */
  readonly switchedOff: readonly string[]
}

/**
 * Reads every `<dir>/<name>/variant.json` and `logo.svg`. Throws WrongSetting with the file and what is wrong in it, including a
 * switched-off feature that is not among `features`, if these are given.
 */
export async function loadVariants(dir: string, features?: readonly string[]): Promise<Variants> {
  const names = await readdir(dir).catch((error: unknown) => {
    throw new WrongSetting(`VARIANTS_DIR=${dir} (mappen ${whyUnread(error)})`)
  })
  const all = await Promise.all(
    names
      .filter((name) => !notCompanies.test(name))
      .sort()
      .map(async (name) => ((await isFile(join(dir, name))) ? [] : [await readVariant(dir, name, features)])),
  )
  const logos = await Promise.all(
    all.flat().map(async ({ name }) => [name, await readOrRefuse(join(dir, name, 'logo.svg'))] as const),
  )
  return variantsOf(dir, all.flat(), new Map(logos))
}

/** Entries that Kubernetes (`..data`), a repository or a file system keeps in the folder. */
const notCompanies = /^(\.|lost\+found$)/

/**
 * Whether an entry is a file, not a folder. In a volume of Kubernetes each company is a symbolic link. A link that leads nowhere is no
 * file, so that the company is reported as missing.
 */
const isFile = (path: string) =>
  stat(path).then(
    (found) => !found.isDirectory(),
    () => false,
  )

/** Combines the variants. Throws WrongSetting if they contradict one another. A process that serves no page has no logos. */
export function variantsOf(
  dir: string,
  all: readonly Variant[],
  logos: ReadonlyMap<string, Buffer> = new Map(),
): Variants {
  const fallback = all.filter((variant) => variant.default)
  if (fallback.length !== 1) throw new WrongSetting(`${dir}: exakt en variant ska ha "default": true`)
  const byHost = new Map<string, Variant>()
  for (const variant of all) {
    for (const host of variant.hosts) {
      if (byHost.has(host) && byHost.get(host) !== variant)
        throw new WrongSetting(`${dir}: två varianter har värdnamnet ${host}`)
      byHost.set(host, variant)
    }
  }
  refuseContradictions(dir, all)
  const companies = all.flatMap(({ company, timeZone, employeeOwns, switchedOff }) =>
    company ? [{ ...company, timeZone, employeeOwns, switchedOff }] : [],
  )
  const byId = new Map(companies.map((company) => [company.id, company]))
  return {
    all,
    forHost: (hostname) => byHost.get(hostname.toLowerCase()) ?? (fallback[0] as Variant),
    isKnownHost: (hostname) => byHost.has(hostname.toLowerCase()),
    companies: byId,
    timeZoneOf(company) {
      const zone = byId.get(company)?.timeZone ?? defaultTimeZone
      // Whoever asks is about to convert times.
      currentPeriod(zone)
      return zone
    },
    logo(variant) {
      const logo = logos.get(variant.name)
      if (!logo) throw new Error(`the logo of ${variant.name} was not read`)
      return logo
    },
    file: (variant, name) => join(dir, variant.name, name),
  }
}

/** What a company has only once, whichever of its hosts is asked: other values would apply by the order of the folders' names. */
const ofCompany = ({ company, timeZone, employeeOwns, switchedOff, workshopSystem }: Variant) => ({
  'company.name': company?.name,
  timeZone,
  employeeOwns: employeeOwns.toSorted().join(),
  switchedOff: switchedOff.toSorted().join(),
  workshopSystem: workshopSystem?.url,
})

function refuseContradictions(dir: string, all: readonly Variant[]): void {
  const known = new Map<string, { readonly of: string; readonly value: string }>()
  for (const variant of all) {
    for (const [field, value] of Object.entries(ofCompany(variant))) {
      if (!variant.company || value === undefined) continue
      const { id } = variant.company
      const first = known.get(`${id} ${field}`)
      if (!first) known.set(`${id} ${field}`, { of: variant.name, value })
      else if (first.value !== value)
        throw new WrongSetting(
          `${dir}: varianterna ${first.of} och ${variant.name} hör till samma bolag (${id}), men har olika ${field}`,
        )
    }
  }
}

/** A folder or file that root has made may exist, but not be readable for the portal's user. */
const whyUnread = (error: unknown) =>
  (error as NodeJS.ErrnoException).code === 'EACCES' ? 'får inte läsas av den som kör portalen' : 'finns inte'

const readOrRefuse = (file: string): Promise<Buffer> =>
  readFile(file).catch((error: unknown) => {
    throw new WrongSetting(`${file} ${whyUnread(error)}`)
  })

async function readVariant(dir: string, name: string, features?: readonly string[]): Promise<Variant> {
  const file = join(dir, name, 'variant.json')
  const text = (await readOrRefuse(file)).toString('utf8')
  try {
    const variant = VariantFile.parse(JSON.parse(text))
    if (features) z.object({ switchedOff: z.array(z.enum(features)) }).parse(variant)
    return { name, ...variant }
  } catch (error) {
    const why = error instanceof z.core.$ZodError ? z.prettifyError(error).replaceAll('\n', ' ') : String(error)
    throw new WrongSetting(`${file}: ${why}`)
  }
}

/** Scheme, host and port under which the outside reaches this host name: one text for each, because pages and providers are kept by it. */
export function originOf(
  config: Pick<Config, 'publicUrl'>,
  request: { protocol: string; hostname: string; host: string },
): string {
  if (!config.publicUrl) return `${request.protocol}://${request.host}`.toLowerCase()
  const port = config.publicUrl.port ? `:${config.publicUrl.port}` : ''
  return `${config.publicUrl.protocol}//${request.hostname.toLowerCase()}${port}`
}
