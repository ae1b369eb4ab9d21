import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import type { CrisisGuide, Variant } from '#platform/contract/variant.ts'
import { WrongSetting } from '#platform/server/config.ts'
import type { Variants } from '#platform/server/variants.ts'
import { Checklist, type CrisisContent } from '../contract.ts'
import { type ChecklistName, checklistsOf } from '../rules.ts'

/** What a variant's page says in a crisis. Throws WrongSetting with the file and what is wrong in it. */
export async function readContent(variants: Variants, variant: Variant): Promise<CrisisContent> {
  const { guides, numbers } = variant.crisis
  const wanted = (['a', 'b'] as const).flatMap((guide) => {
    if (guides[guide] === undefined) return []
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

/** The variant in whose folder a guide is written; null where neither this variant nor the default one names any. */
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
    return Checklist.parse(JSON.parse(text))
  } catch (error) {
    const why = error instanceof z.core.$ZodError ? z.prettifyError(error).replaceAll('\n', ' ') : String(error)
    throw new WrongSetting(`${file}: ${why}`)
  }
}
