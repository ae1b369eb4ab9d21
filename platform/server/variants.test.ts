import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { wallClockIn } from '#platform/contract/wall-clock.ts'
import { loadVariants, originOf } from './variants.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linjen-variants-'))
})
afterEach(() => rm(folder, { recursive: true }))

async function put(name: string, isDefault: boolean, own: object = {}): Promise<void> {
  const norr = JSON.parse(await readFile('variants/norr/variant.json', 'utf8')) as object
  await mkdir(join(folder, name), { recursive: true })
  const text = JSON.stringify({ ...norr, default: isDefault, hosts: [`${isDefault}.example.se`], ...own })
  await writeFile(join(folder, name, 'variant.json'), text)
  await writeFile(join(folder, name, 'logo.svg'), '<svg/>')
}
const names = async () => (await loadVariants(folder)).all.map(({ name }) => name)

test('a company may be a link to its folder, as each is in a volume of Kubernetes', async () => {
  await put('..2027_02_01/norr', true)
  await put('..2027_02_01/ost', false)
  await symlink('..2027_02_01', join(folder, '..data'))
  for (const name of ['norr', 'ost']) await symlink(`..data/${name}`, join(folder, name))
  expect(await names()).toEqual(['norr', 'ost'])
})

test('what a file system, a repository or a file manager keeps beside the companies is none', async () => {
  await put('norr', true)
  for (const name of ['lost+found', '.git']) await mkdir(join(folder, name))
  for (const name of ['.DS_Store', 'README.md']) await writeFile(join(folder, name), '')
  await symlink('README.md', join(folder, 'LÄS'))
  expect(await names()).toEqual(['norr'])
})

test.each([
  'https://login.example.se/',
  'https://*.example.se',
  'login.example.se',
  "https://a.se; script-src 'unsafe-inline'",
])('the sign-in provider’s origin %s is refused, with the file', async (origin) => {
  await put('norr', true)
  const file = join(folder, 'norr/variant.json')
  const variant = JSON.parse(await readFile(file, 'utf8')) as { signIn: object }
  await writeFile(file, JSON.stringify({ ...variant, signIn: { ...variant.signIn, origins: [origin] } }))
  await expect(names()).rejects.toThrow(`${file}: ✖ must be an origin such as https://konto.example.se`)
})

test('a link to nothing is a company that is missing: another one would answer on its hosts', async () => {
  await put('norr', true)
  await symlink('..data/ost', join(folder, 'ost'))
  await expect(names()).rejects.toThrow(`${folder}/ost/variant.json finns inte`)
})

test('a company without a logo is refused, with the file', async () => {
  await put('norr', true)
  await rm(join(folder, 'norr/logo.svg'))
  await expect(names()).rejects.toThrow(`${folder}/norr/logo.svg finns inte`)
})

test('a host’s name is the same in capitals, in the file as in a request', async () => {
  await put('norr', true)
  await put('ost', false, { hosts: ['Ost.Example.se', 'ost.example.se'] })
  const variants = await loadVariants(folder)
  for (const host of ['ost.example.se', 'OST.example.se'])
    expect([variants.forHost(host).name, variants.isKnownHost(host)]).toEqual(['ost', true])
  await put('syd', false, { hosts: ['ost.example.SE'] })
  await expect(names()).rejects.toThrow('två varianter har värdnamnet ost.example.se')
})

test('requests that spell a host differently are of one origin, of which a page and a provider are kept', () => {
  const request = { protocol: 'http', hostname: 'OST.Example.se', host: 'OST.Example.se:8080' }
  expect(originOf({ publicUrl: null }, request)).toBe('http://ost.example.se:8080')
  expect(originOf({ publicUrl: new URL('https://portal.example.se') }, request)).toBe('https://ost.example.se')
})

const company = (name: string) => ({ company: { id: 'norr', name } })
test.each([
  ['company.name', company('Linjen Norr'), company('Linjen Nord')],
  ['timeZone', { timeZone: 'Europe/Stockholm' }, { timeZone: 'Europe/Helsinki' }],
  ['employeeOwns', { employeeOwns: ['email', 'city'] }, { employeeOwns: ['email'] }],
  ['switchedOff', { switchedOff: [] }, { switchedOff: ['ecoDriving'] }],
  ['workshopSystem', { workshopSystem: { url: 'https://a.se' } }, { workshopSystem: { url: 'https://b.se' } }],
])('two variants of a company that differ in %s are refused', async (field, one, other) => {
  await put('a', true, one)
  await put('b', false, other)
  await expect(names()).rejects.toThrow(
    `${folder}: varianterna a och b hör till samma bolag (norr), men har olika ${field}`,
  )
})

test('two variants of a company may differ in the rest', async () => {
  const switchedOff = ['ecoDriving', 'vehicleFaults']
  await put('a', true, { employeeOwns: ['email', 'city'], switchedOff, workshopSystem: { url: 'https://a.se' } })
  await put('b', false, { employeeOwns: ['city', 'email'], switchedOff: switchedOff.toReversed(), title: 'Prov' })
  expect(await names()).toEqual(['a', 'b'])
})

test('once a company’s time zone has been asked for, its times are converted without Intl’s calendar', async () => {
  await put('norr', true, { timeZone: 'Europe/Helsinki' })
  const variants = await loadVariants(folder)
  const zone = variants.timeZoneOf(variants.all[0]?.company?.id ?? '')
  expect(zone).toBe('Europe/Helsinki')
  const asked = vi.spyOn(Intl.DateTimeFormat.prototype as { readonly format: unknown }, 'format', 'get')
  const now = new Date()
  const converted = wallClockIn(zone, now)
  expect(asked).not.toHaveBeenCalled()
  asked.mockRestore()
  const shown = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
  expect(converted).toBe(shown.format(now).replace(' ', 'T'))
})
