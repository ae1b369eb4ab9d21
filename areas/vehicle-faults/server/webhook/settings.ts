import * as z from 'zod'
import type { Platform } from '#platform/server/area.ts'
import { settingsOf, wrongSettings, type AreaSettings } from '#platform/server/settings.ts'

/** Standard Webhooks: 24 to 64 random bytes. */
const isSecret = (text: string) => {
  const { length } = Buffer.from(text, 'base64')
  return /^[A-Za-z0-9+/]+=*$/.test(text) && length >= 24 && length <= 64
}

const list = (text: string) => text.split(/[\s,]+/).filter((each) => each !== '')
const expected = 'ska vara bolag:whsec_… med 24 till 64 byte i base64, åtskilda med komma, högst två för varje bolag'

const entry = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,30}:whsec_.+$/)
  .transform((text) => {
    const at = text.indexOf(':whsec_')
    return { company: text.slice(0, at), secret: text.slice(at + ':whsec_'.length) }
  })
  .refine(({ secret }) => isSecret(secret))

type Entry = z.infer<typeof entry>
const atMostTwo = (entries: readonly Entry[]) =>
  [...Map.groupBy(entries, ({ company }) => company).values()].every(({ length }) => length <= 2)

const shape = {
  /** `norr:whsec_…`: signs the messages to and from a workshop's system. A company has two while one replaces the other. */
  WORKSHOP_SECRETS: z.string().transform(list).pipe(z.array(entry).refine(atMostTwo)).optional(),
  /** `off` for a spare machine, whose restored database has messages that the portal in use has sent or will send. */
  WORKSHOP_SYSTEMS: z.enum(['on', 'off']).default('on'),
}

export const workshopSettings: AreaSettings<typeof shape> = { shape, secrets: { WORKSHOP_SECRETS: expected } }

/** A workshop's own system. */
export interface WorkshopSystem {
  /** Where messages about faults are sent; null if it receives none and only sends its own. */
  readonly url: URL | null
  /** The secret in use, and while it is being replaced the other one too. */
  readonly secrets: readonly Buffer[]
}

type Configured = Pick<Platform, 'config' | 'variants'>

const areOff = (config: Configured['config']) => settingsOf(config, workshopSettings).WORKSHOP_SYSTEMS === 'off'

/** The workshops' systems, by company; none if they are switched off. */
export function workshopSystems({ config, variants }: Configured): ReadonlyMap<string, WorkshopSystem> {
  if (areOff(config)) return new Map()
  const { WORKSHOP_SECRETS = [] } = settingsOf(config, workshopSettings)
  const urls = new Map(
    variants.all.flatMap(({ company, workshopSystem }) =>
      company && workshopSystem ? [[company.id, new URL(workshopSystem.url)] as const] : [],
    ),
  )
  const byCompany = Map.groupBy(WORKSHOP_SECRETS, ({ company }) => company)
  return new Map(
    [...byCompany].map(([company, entries]) => {
      const secrets = entries.map(({ secret }) => Buffer.from(secret, 'base64'))
      return [company, { url: urls.get(company) ?? null, secrets }]
    }),
  )
}

/** The companies whose workshop's system receives messages about faults. */
export const receivingCompanies = (platform: Configured): string[] =>
  [...workshopSystems(platform)].flatMap(([company, { url }]) => (url ? [company] : []))

const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Throws WrongSetting for a system that messages cannot reach, or would reach unencrypted. */
export function checkWorkshopSystems(platform: Configured): void {
  const { config, variants } = platform
  if (areOff(config)) return
  const systems = workshopSystems(platform)
  for (const company of systems.keys())
    if (!variants.companies.has(company)) throw wrongSettings(`WORKSHOP_SECRETS: bolaget ${company} finns inte`)
  for (const { name, company, workshopSystem } of variants.all) {
    if (!workshopSystem) continue
    const { protocol, hostname, username, password } = new URL(workshopSystem.url)
    const wrong = !company
      ? 'workshopSystem behöver ett bolag'
      : username || password
        ? 'workshopSystem.url får inte innehålla inloggningsuppgifter'
        : protocol !== 'https:' && (config.production || !loopback.has(hostname))
          ? 'workshopSystem.url ska börja med https://'
          : systems.has(company.id)
            ? null
            : `WORKSHOP_SECRETS saknar ${company.id}:whsec_…`
    if (wrong) throw wrongSettings(`${name}/variant.json: ${wrong}`)
  }
}
