import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { questionsOf, textsOf } from '../contract/form.ts'
import { formOf } from '../contract/forms/forms.ts'
import { contentTypes } from '../contract/status.ts'
import { type GivenAnswer, read, written } from './given-answer.ts'
import { newKeys, open, seal } from './seal.ts'
import { surveyPortal, type SurveyPortal } from './survey-fixture.ts'

let portal: SurveyPortal
beforeAll(async () => {
  portal = await surveyPortal()
})
afterAll(() => portal.close())

/** The longest answer that the contract accepts: every text is filled with the characters that take the most room. */
function longest(form: 'forare' | 'tjansteman'): GivenAnswer {
  const definition = formOf(form, 2027)
  const longestOf = (answers: readonly string[]) => answers.toSorted((a, b) => b.length - a.length)[0] ?? ''
  const fields = [
    ...questionsOf(definition).map(({ name, answers }) => [name, longestOf(answers)] as const),
    ...[...textsOf(definition).map(({ name }) => name), ...definition.unseen].map(
      (name) => [name, '€\u0001'.repeat(2000)] as const,
    ),
  ]
  const label = 'Å'.repeat(500)
  return { year: 2027, form, company: label, area: label, answers: Object.fromEntries(fields), old: false }
}

test.each(contentTypes)(
  'the longest answer to %s is sealed and opened completely, in a box of the same size as any other',
  (form) => {
    const { publicKey, privateKey } = newKeys()
    const full = longest(form)
    const none = { ...full, company: null, area: null, answers: { kunder5: '' } }
    for (const given of [full, none])
      expect(read(open(publicKey, privateKey, seal(publicKey, written(given))))).toEqual(given)
    expect(seal(publicKey, written(full))).toHaveLength(seal(publicKey, written(none)).length)
    expect(() => seal(publicKey, 'x'.repeat(60_000))).toThrow(RangeError)
  },
)

test('the same answer never gives the same box, and does not open with another key or with a changed bit', () => {
  const { publicKey, privateKey } = newKeys()
  const other = newKeys()
  const box = seal(publicKey, 'samma')
  expect(box.equals(seal(publicKey, 'samma'))).toBe(false)
  expect(box.includes(Buffer.from('samma', 'utf16le'))).toBe(false)
  expect(() => open(publicKey, other.privateKey, box)).toThrow()
  expect(() => open(other.publicKey, privateKey, box)).toThrow()
  for (const at of [0, 40, box.length - 1]) {
    const changed = Buffer.from(box)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(() => open(publicKey, privateKey, changed)).toThrow()
  }
})

test('a private key is in a file that only the portal can read, and is irrecoverable once destroyed', async () => {
  const { keys, dataDir } = portal
  const epoch = await keys.create()
  const [folder = ''] = await readdir(join(dataDir, 'survey-keys'))
  const path = join(dataDir, 'survey-keys', folder, epoch)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect((await stat(join(dataDir, 'survey-keys'))).mode & 0o777).toBe(0o700)
  expect([await keys.has(epoch), await keys.list()]).toEqual([true, [epoch]])
  expect(open(epoch, await keys.read(epoch), seal(epoch, 'svar'))).toBe('svar')
  await keys.destroy(epoch)
  await keys.destroy(epoch)
  expect([await keys.has(epoch), await keys.list()]).toEqual([false, []])
})
