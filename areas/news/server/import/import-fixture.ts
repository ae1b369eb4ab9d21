import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import sharp from 'sharp'
import type { Platform } from '#platform/server/area.ts'
import { readConfig } from '#platform/server/config.ts'
import { loadVariants, type Variants } from '#platform/server/variants.ts'
import { testPortal, type TestPortal } from '../../../../app/server/test-portal.ts'
import type { NewsItem } from '../../contract.ts'
import type { Web } from './fetch.ts'
import { newsImporter } from './import-news.ts'

interface Importing {
  readonly to?: string | undefined
  readonly company?: string
  readonly dryRun?: boolean
  readonly source?: string
  readonly remove?: boolean
}

/** The site that the company allows; a test may change it. */
interface Site {
  readonly served: Map<string, { body: Buffer; type: string }>
  readonly asked: string[]
  down: boolean
  /** Addresses that are not answered. */
  readonly silent: Set<string>
}

export interface NewsImport {
  readonly portal: TestPortal
  readonly folder: string
  readonly jpeg: Buffer
  readonly site: Site
  run(text: string | Buffer, importing?: Importing): Promise<string[]>
  newest(userName: string, list?: string): Promise<NewsItem[]>
  close(): Promise<void>
}

/** A portal with its own data folder, and imports into it from files and from a site. */
export async function newsImport(): Promise<NewsImport> {
  const site: Site = { served: new Map(), asked: [], down: false, silent: new Set() }
  /** A site that the company allows, and nothing else. */
  const web: Web = {
    resolve: async (hostname) => (hostname === 'nyheter.example.se' ? ['93.184.215.14'] : ['10.0.0.1']),
    async connect({ url }) {
      if (site.down) throw new Error('down')
      site.asked.push(url.href)
      if (site.silent.has(url.href)) throw new Error('silent')
      const found = site.served.get(url.href)
      return {
        status: found ? 200 : 404,
        headers: { 'content-type': found?.type ?? 'text/html' },
        body: (async function* () {
          if (found) yield found.body
        })(),
      }
    },
  }

  const folder = await mkdtemp(join(tmpdir(), 'linjen-news-import-'))
  const portal = await testPortal({ DATA_DIR: folder })
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: folder })
  const loaded = await loadVariants(config.variantsDir)
  const variants: Variants = {
    ...loaded,
    all: loaded.all.map((variant) =>
      variant.name === 'norr' ? { ...variant, newsSources: ['https://nyheter.example.se/'] } : variant,
    ),
  }
  const platform: Platform = {
    db: portal.db,
    clock: () => portal.clock.now,
    config,
    variants,
    log: pino({ level: 'silent' }),
    version: '',
  }
  const jpeg = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#147' } })
    .jpeg()
    .toBuffer()
  const pixel = await sharp({ create: { width: 1, height: 1, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  site.served.set('https://nyheter.example.se/bilder/buss.jpg', { body: jpeg, type: 'image/jpeg' })
  site.served.set('https://nyheter.example.se/t.png', { body: pixel, type: 'image/png' })
  site.served.set('https://nyheter.example.se/filer/K%C3%B6rordning.pdf', {
    body: Buffer.from('%PDF-1.4'),
    type: 'application/pdf',
  })
  site.served.set('https://nyheter.example.se/trasig.jpg', { body: Buffer.from('<html>'), type: 'image/jpeg' })

  async function run(text: string | Buffer, importing: Importing = {}): Promise<string[]> {
    const file = join(folder, 'feed.xml')
    await writeFile(file, text)
    const printed: string[] = []
    const { to = 'region:Skellefteå', company = 'norr', dryRun = false, source = file, remove = false } = importing
    const options = { to, ...(remove && { remove: 'true' }) }
    await newsImporter(web).run({ source, company, dryRun, options }, platform, (line) => printed.push(line))
    return printed
  }

  const newest = async (userName: string, list = 'getregion'): Promise<NewsItem[]> =>
    (await portal.send(userName, 'GET', `/api/nyheter/${list}?page=0`)).body.result.items

  const close = async () => {
    await portal.close()
    await rm(folder, { recursive: true, force: true })
  }
  return { portal, folder, jpeg, site, run, newest, close }
}
