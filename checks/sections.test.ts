import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { writeSection } from './sections.ts'

test('a section is replaced in its place, a part is added, and the whole takes its parts away', () => {
  const folder = mkdtempSync(join(tmpdir(), 'linjen-sections-'))
  const file = pathToFileURL(join(folder, 'results.md'))
  const write = (title: string, body: string) => writeSection(file, '# Results\n', title, body)
  try {
    writeFileSync(file, '# Results\n\n## Proofs\n\nold\n\n## Journeys\n\nfew\n')
    write('Proofs: survey', 'six')
    write('Journeys', 'many')
    expect(readFileSync(file, 'utf8')).toBe(
      '# Results\n\n## Proofs\n\nold\n\n## Journeys\n\nmany\n\n## Proofs: survey\n\nsix\n',
    )
    write('Proofs', 'all')
    expect(readFileSync(file, 'utf8')).toBe('# Results\n\n## Proofs\n\nall\n\n## Journeys\n\nmany\n')
  } finally {
    rmSync(folder, { recursive: true })
  }
})
