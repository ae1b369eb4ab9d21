import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { smallFeed, zipOf } from './feed-fixture.ts'
import { formatProblem, readFeed } from './read-feed.ts'

const seed = 20_261_121
const names = Object.keys(smallFeed)

/** Checks what a reading guarantees for any input; a fault in the reader itself would be thrown. */
async function expectAnswer(source: Buffer): Promise<boolean> {
  const { feed, errors, warnings } = await readFeed(source, { limits: { totalBytes: 1e6, entryBytes: 1e6 } })
  expect(feed === null).toBe(errors.length > 0)
  for (const problem of [...errors, ...warnings]) {
    expect(problem.message).toMatch(/\.$/)
    expect(problem.message).not.toMatch(/[\n\r\0]|undefined|NaN|\[object/)
    expect(formatProblem(problem)).toContain(problem.rule)
  }
  if (feed) {
    for (const run of feed.runs.values()) {
      for (const event of run.events) {
        expect(event.endTime).toBeGreaterThanOrEqual(event.startTime)
        expect(event.startLocation).not.toBe('')
      }
    }
    for (const day of feed.employeeDays) expect(day.date).toMatch(/^\d{4}-\d\d-\d\d$/)
  }
  return feed !== null
}

const junk = fc.oneof(
  fc.constantFrom(
    '',
    ',',
    '"',
    '\n',
    '\r\n',
    '\0',
    '\ufeff',
    ' ',
    '1',
    '99:99:99',
    '-1',
    'T1',
    'TODS_delete',
    '__proto__',
  ),
  fc.string({ unit: 'binary', maxLength: 12 }),
)

describe('readFeed returns and never throws', () => {
  it('for text that was cut, duplicated or overwritten anywhere', async () => {
    const edit = fc.record({ name: fc.constantFrom(...names), at: fc.nat(1000), remove: fc.nat(8), put: junk })
    const seen = { taken: 0, refused: 0 }
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 3 }), async (edits) => {
        const files: Record<string, string> = { ...smallFeed }
        for (const { name, at, remove, put } of edits) {
          const text = files[name] ?? ''
          const from = at % (text.length + 1)
          files[name] = text.slice(0, from) + put + text.slice(from + remove)
        }
        seen[(await expectAnswer(zipOf(files))) ? 'taken' : 'refused'] += 1
      }),
      { seed, numRuns: 200 },
    )
    // Both outcomes must occur, or the property would say little.
    expect(seen.taken).toBeGreaterThan(10)
    expect(seen.refused).toBeGreaterThan(50)
  })

  it('for lines that were swapped between files or removed', async () => {
    const swap = fc.record({ from: fc.constantFrom(...names), to: fc.constantFrom(...names), line: fc.nat(6) })
    await fc.assert(
      fc.asyncProperty(fc.array(swap, { minLength: 1, maxLength: 4 }), fc.subarray(names), async (swaps, gone) => {
        const files: Record<string, string> = { ...smallFeed }
        for (const { from, to, line } of swaps) files[to] = `${files[to]}${files[from]?.split('\n')[line] ?? ''}\n`
        for (const name of gone) delete files[name]
        await expectAnswer(zipOf(files))
      }),
      { seed, numRuns: 150 },
    )
  })

  it('for archives with any bytes changed, cut or inserted', async () => {
    const whole = zipOf(smallFeed)
    const edit = fc.record({ at: fc.nat(whole.length - 1), remove: fc.nat(6), put: fc.uint8Array({ maxLength: 6 }) })
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 4 }), async (edits) => {
        let bytes = whole
        for (const { at, remove, put } of edits) {
          bytes = Buffer.concat([bytes.subarray(0, at), put, bytes.subarray(at + remove)])
        }
        await expectAnswer(bytes)
      }),
      { seed, numRuns: 200 },
    )
  })

  it('for headers of an archive overwritten in place', async () => {
    const whole = zipOf(smallFeed)
    const directory = whole.indexOf('PK\u0001\u0002')
    const edit = fc.record({ at: fc.integer({ min: directory, max: whole.length - 1 }), byte: fc.nat(255) })
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 3 }), async (edits) => {
        const bytes = Buffer.from(whole)
        for (const { at, byte } of edits) bytes[at] = byte
        await expectAnswer(bytes)
      }),
      { seed, numRuns: 200 },
    )
  })

  it('for random bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
        expect(await expectAnswer(Buffer.from(bytes))).toBe(false)
        await expectAnswer(zipOf({ ...smallFeed, 'stops.txt': Buffer.from(bytes) }))
      }),
      { seed, numRuns: 100 },
    )
  })
})
