import { afterEach, expect, it, vi } from 'vitest'
import { importPart } from './import-part.ts'

const linksTo = (file: string) => [...document.querySelectorAll<HTMLLinkElement>(`link[href="/${file}"]`)]
const styleOf = (name: string) => `platform/web/ui/${name}.css`

afterEach(() => document.querySelectorAll('link[href*="/platform/web/ui/"]').forEach((link) => link.remove()))

it('waits for a part’s style sheets, and requests each file once', async () => {
  const style = styleOf('base')
  const script = 'platform/web/ui/class-names.ts'
  const part = () => importPart(() => Promise.resolve(linksTo(style)[0]?.sheet), [script, style])
  const [first, second] = await Promise.all([part(), part()])
  expect(first).toBeTruthy()
  expect(second).toBe(first)
  expect(linksTo(style)).toHaveLength(1)
  expect(linksTo(script).map(({ rel }) => rel)).toEqual(['modulepreload'])
})

it('preloads as a script where a module cannot be preloaded', async () => {
  const script = 'platform/web/ui/make.ts'
  const supports = vi.spyOn(DOMTokenList.prototype, 'supports').mockReturnValue(false)
  await importPart(() => Promise.resolve(), [script])
  supports.mockRestore()
  expect(linksTo(script).map(({ rel, as }) => [rel, as])).toEqual([['preload', 'script']])
})

it('loads a part that needs no files', async () => {
  expect(await importPart(() => Promise.resolve('here'))).toBe('here')
})

it('fails with a style sheet that does not come, and requests it again', async () => {
  const missing = 'platform/web/ui/no-such-style.css'
  let loaded = 0
  const part = () => importPart(() => Promise.resolve(++loaded), [missing])
  await expect(part()).rejects.toThrow('did not come')
  expect(linksTo(missing)).toEqual([])
  await expect(part()).rejects.toThrow('did not come')
  expect(loaded).toBe(0)
})

it('applies a style sheet that the page has only preloaded', async () => {
  const style = styleOf('tokens')
  const preload = document.createElement('link')
  Object.assign(preload, { rel: 'preload', as: 'style', crossOrigin: '', href: `/${style}` })
  document.head.append(preload)
  await importPart(() => Promise.resolve(), [style])
  expect(linksTo(style).map(({ rel }) => rel)).toEqual(['preload', 'stylesheet'])
})
