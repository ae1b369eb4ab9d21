import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadVariants, type Variants } from '#platform/server/variants.ts'
import { testPortal, type TestPortal } from '../../../app/server/test-portal.ts'
import type { Checklist, CrisisContent } from '../contract.ts'
import { listsOf } from '../rules.ts'
import { readContent } from './content.ts'

const dir = fileURLToPath(new URL('../../../variants', import.meta.url))
let variants: Variants
const contents = new Map<string, CrisisContent>()
beforeAll(async () => {
  variants = await loadVariants(dir)
  for (const variant of variants.all) contents.set(variant.name, await readContent(variants, variant))
})

const contentOf = (name: string) => contents.get(name) as CrisisContent
const steps = (checklist: Checklist | undefined) => checklist?.parts.map((part) => part.steps.length)
const listCounts = (checklist: Checklist | undefined) =>
  checklist ? listsOf(checklist).map(({ parts }) => parts.flatMap(({ part }) => part.steps).length) : []
const wordsOf = (checklist: Checklist | undefined) => JSON.stringify(checklist)

describe('every variant’s guides', () => {
  test.each([
    ['norr', ['a']],
    ['syd', ['a']],
    ['ost', ['a']],
    ['vast', ['b']],
    ['local', ['a', 'b']],
    ['dev', ['a', 'b']],
  ])('%s has %j', (name, guides) => expect(Object.keys(contentOf(name).guides)).toEqual(guides))

  test('of variant A have the specified numbers of steps', () => {
    for (const name of ['norr', 'syd', 'ost', 'local', 'dev']) {
      const lists = contentOf(name).guides.a ?? {}
      expect(steps(lists['crisis-group-leader'])).toEqual([16])
      expect(steps(lists.communications)).toEqual([10])
      expect(steps(lists['traffic-control'])?.[0]).toBe(7)
      expect(steps(lists['traffic-control'])).toHaveLength(2)
      const [injury = 0, milder = 0, threat = 0] = listCounts(lists.accident)
      expect(injury).toBeGreaterThanOrEqual(6)
      expect(milder).toBeGreaterThanOrEqual(6)
      expect(threat).toBeGreaterThanOrEqual(6)
    }
  })

  test('of variant B have at least eight steps each', () => {
    for (const name of ['vast', 'local', 'dev']) {
      for (const list of Object.values(contentOf(name).guides.b ?? {})) {
        expect((steps(list) ?? []).reduce((sum, one) => sum + one, 0)).toBeGreaterThanOrEqual(8)
      }
    }
  })

  test('contain what the specification requires', () => {
    const lists = contentOf('norr').guides.a ?? {}
    for (const words of [
      'trafikledningen',
      'sms',
      'rollerna',
      'växeln',
      'personalen',
      'uppdragsgivaren',
      'medierna',
      'varje hel timme',
    ]) {
      expect(wordsOf(lists['crisis-group-leader'])).toContain(words)
    }
    for (const words of ['intranätet', 'pressträff', 'Sveriges Radio', 'större bussolycka', 'inåt och utåt']) {
      expect(wordsOf(lists.communications)).toContain(words)
    }
    for (const words of [
      'räddningstjänsten',
      'bara om föraren klarar det',
      'polisen',
      'Lugna',
      'sms',
      'vd',
      'var, hur många',
      'följder',
      'jourtelefonen',
    ]) {
      expect(wordsOf(lists['traffic-control'])).toContain(words)
    }
    for (const words of [
      '112',
      'varningstriangel',
      'första hjälpen',
      'trafikledningen',
      'Informera passagerarna',
      'Prata inte med pressen',
    ]) {
      expect(wordsOf(lists.accident)).toContain(words)
    }
  })
})

describe('the file that the page requests', () => {
  let portal: TestPortal
  beforeAll(async () => {
    portal = await testPortal()
  })
  afterAll(() => portal.close())
  const ask = (host: string, headers = {}) =>
    portal.app.inject({ method: 'GET', url: '/variant/crisis.json', headers: { host, ...headers } })

  test('depends on the host, needs no sign-in, and can be cached', async () => {
    const norr = await ask('norr.localhost')
    expect([norr.statusCode, Object.keys(norr.json().guides)]).toEqual([200, ['a']])
    expect(norr.json().numbers.trafficControl).toBe('0980-31 92 00')
    expect(Object.keys((await ask('staging-vast.localhost')).json().guides)).toEqual(['b'])
    expect(Object.keys((await ask('localhost')).json().guides)).toEqual(['a', 'b'])
    const etag = String(norr.headers['etag'])
    expect((await ask('norr.localhost', { 'if-none-match': etag })).statusCode).toBe(304)
    expect((await ask('norr.localhost', { 'if-none-match': `W/${etag}` })).statusCode).toBe(304)
    expect((await ask('vast.localhost', { 'if-none-match': etag })).statusCode).toBe(200)
  })
})

describe('a company’s own files', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'linjen-crisis-'))
    await cp(dir, folder, { recursive: true })
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  async function change(file: string, by: (json: never) => unknown): Promise<void> {
    const path = join(folder, file)
    await writeFile(path, JSON.stringify(by(JSON.parse(await readFile(path, 'utf8')) as never)))
  }
  const read = async (name: string) => {
    const all = await loadVariants(folder)
    return readContent(
      all,
      all.all.find((variant) => variant.name === name)!,
    )
  }

  test('have its own wording', async () => {
    await cp(join(folder, 'norr/crisis'), join(folder, 'syd/crisis'), { recursive: true })
    await change('syd/crisis/accident.json', (list: Checklist) => ({ ...list, title: 'Skånes guide' }))
    await change('syd/variant.json', (file: { crisis: object }) => ({
      ...file,
      crisis: { ...file.crisis, guides: { a: 'syd' } },
    }))
    expect((await read('syd')).guides.a?.accident?.title).toBe('Skånes guide')
    expect((await read('norr')).guides.a?.accident?.title).toBe('Olycksguide')
  })

  test('have the company’s own figures, each with who decides it', async () => {
    const figure = (value: string) => ({ value, decidedBy: 'brandskyddsansvarig', about: 'Avstånd från brand.' })
    await change('syd/crisis/accident.json', (list: { values: object }) => ({
      ...list,
      values: { ...list.values, distance: figure('70 meter') },
    }))
    expect(wordsOf((await read('syd')).guides.a?.accident)).toContain('minst 70 meter, minst 100 meter')
    expect(wordsOf((await read('norr')).guides.a?.accident)).toContain('minst 50 meter, minst 100 meter')
    expect(wordsOf((await read('syd')).guides.a?.accident)).not.toMatch(/[{]\w|decidedBy/)
    // A value that is used but not defined, and one that is defined but not used.
    await change('syd/crisis/accident.json', (list: { values: object }) => ({
      ...list,
      values: { ...list.values, distanse: figure('80 meter') },
    }))
    await expect(read('syd')).rejects.toThrow(/syd\/crisis\/accident\.json: .*distanse/)
    await change('syd/crisis/accident.json', ({ values: _left, ...list }: { values: object }) => list)
    await expect(read('syd')).rejects.toThrow(/syd\/crisis\/accident\.json: .*\{\w+\} finns inte/)
  })

  test('may be older than the current format', async () => {
    await change('syd/crisis/accident.json', () => ({
      title: 'Egen guide',
      lead: 'Lugn.',
      parts: [{ title: 'En', steps: [{ do: 'Ring 112.', call: ['112'] }] }],
    }))
    expect((await read('syd')).guides.a?.accident?.title).toBe('Egen guide')
  })

  test('that does not mention crisis gets the default variant’s guides, without numbers', async () => {
    await change('ost/variant.json', ({ crisis: _left, ...file }: { crisis: object }) => file)
    expect(await read('ost')).toMatchObject({ numbers: {}, guides: { a: { accident: { title: 'Olycksguide' } } } })
  })

  test('that are wrong prevent the start with a line that names them', async () => {
    await change('norr/crisis/accident.json', (list: Checklist) => ({
      ...list,
      parts: [{ title: 'x', steps: [{ do: '' }] }],
    }))
    await expect(read('norr')).rejects.toThrow(/norr\/crisis\/accident\.json: .*parts\[0\]\.steps\[0\]\.do/)
    await change('vast/variant.json', (file: object) => ({ ...file, crisis: { guides: { b: 'ingen' } } }))
    await expect(read('vast')).rejects.toThrow(/vast\/variant\.json: varianten ingen finns inte/)
    await rm(join(folder, 'norr/crisis/communications.json'))
    await expect(read('norr')).rejects.toThrow(/communications\.json finns inte|accident\.json/)
  })
})
