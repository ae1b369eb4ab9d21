import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { type CrisisGuide, guidesOf, type Variant } from '#platform/contract/variant.ts'
import { WrongSetting } from '#platform/server/settings.ts'
import type { Variants } from '#platform/server/variants.ts'
import { Checklist, type CrisisContent, GuideValues } from '../contract.ts'
import { type ChecklistName, checklistsOf } from '../rules.ts'

/** The content of a variant's crisis page. Throws WrongSetting with the file and what is wrong in it. */
export async function readContent(variants: Variants, variant: Variant): Promise<CrisisContent> {
  const { guides, numbers } = variant.crisis
  const wanted = guidesOf(guides).flatMap((guide) => {
    const author = authorOf(variants, variant, guide)
    return author ? [[guide, author] as const] : []
  })
  const read = wanted.map(async ([guide, author]) => [guide, await readGuide(variants, author, guide)] as const)
  return { numbers, guides: Object.fromEntries(await Promise.all(read)) }
}

async function readGuide(variants: Variants, author: Variant, guide: CrisisGuide) {
  const checklists = checklistsOf(guide).map(
    async (name) => [name, await readChecklist(variants, author, name)] as const,
  )
  return Object.fromEntries(await Promise.all(checklists))
}

/** The variant whose folder contains a guide; null if neither this variant nor the default one names any. */
function authorOf(variants: Variants, variant: Variant, guide: CrisisGuide): Variant | null {
  const named = variant.crisis.guides[guide] ?? variants.all.find((one) => one.default)?.crisis.guides[guide]
  if (!named) return null
  const author = variants.all.find(({ name }) => name === named)
  if (!author) throw new WrongSetting(`${variants.file(variant, 'variant.json')}: varianten ${named} finns inte`)
  return author
}

async function readChecklist(variants: Variants, author: Variant, name: ChecklistName): Promise<Checklist> {
  const file = variants.file(author, join('crisis', `${name}.json`))
  const text = await readFile(file, 'utf8').catch(() => {
    throw new WrongSetting(`${file} finns inte`)
  })
  try {
    const { words, unused } = withValues(JSON.parse(text))
    const checklist = Checklist.parse(words)
    if (unused.length > 0) throw new Error(`values: ${unused.join(', ')} används inte i någon text`)
    return checklist
  } catch (error) {
    const why = error instanceof z.core.$ZodError ? z.prettifyError(error).replaceAll('\n', ' ') : String(error)
    throw new WrongSetting(`${file}: ${why}`)
  }
}

/** The guide's text with the company's values inserted, and the unused values. Throws if a value is missing. */
function withValues(guide: unknown): { words: unknown; unused: string[] } {
  const { values: given, ...rest } = z.looseObject({ values: z.unknown().optional() }).parse(guide)
  const values = GuideValues.parse(given)
  const unused = new Set(Object.keys(values))
  const words: unknown = JSON.parse(JSON.stringify(rest), (_key, text: unknown) =>
    typeof text !== 'string'
      ? text
      : text.replaceAll(/\{([^{}]*)\}/g, (_whole, name: string) => {
          unused.delete(name)
          const value = values[name]
          if (!value) throw new Error(`values: {${name}} finns inte`)
          return value.value
        }),
  )
  return { words, unused: [...unused] }
}
