import { soughtIn, wordsOfName } from '#platform/contract/sought.ts'

export interface ComboboxOption {
  readonly value: string
  /** The text that is shown, searched and typed. */
  readonly label: string
  /** The heading of the option's group. Options of a group must be consecutive. */
  readonly group?: string
}

const folded = (text: string) => soughtIn(text).toLocaleLowerCase('sv')

/**
 * Whether a label contains the text, or, for each word of the text, a word that begins with it. Ignores case: 'Ek Eva' finds
 * Eva Ek.
 */
export function holds(label: string, typed: string): boolean {
  if (folded(label).includes(folded(typed))) return true
  const [words, sought] = [label, typed].map((text) => wordsOfName(folded(text))) as [string[], string[]]
  return sought.length > 0 && sought.every((start) => words.some((word) => word.startsWith(start)))
}

/** The option whose label was typed completely, ignoring case. Null if there is none. */
export function optionNamed<Option extends ComboboxOption>(options: readonly Option[], typed: string): Option | null {
  const text = folded(typed)
  if (text === '') return null
  return options.find(({ label }) => label === typed) ?? options.find(({ label }) => folded(label) === text) ?? null
}

export interface OptionGroup {
  readonly value: string
  readonly items: readonly ComboboxOption[]
}

/** Options under their headings, in the order in which the headings first occur. Null if there are no headings. */
export function grouped(options: readonly ComboboxOption[]): OptionGroup[] | null {
  if (!options.some(({ group }) => group)) return null
  const groups = new Map<string, ComboboxOption[]>()
  for (const option of options) {
    const heading = option.group ?? ''
    const items = groups.get(heading)
    if (items) items.push(option)
    else groups.set(heading, [option])
  }
  return [...groups].map(([value, items]) => ({ value, items }))
}
