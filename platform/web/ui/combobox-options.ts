import { soughtIn, wordsOfName } from '#platform/contract/sought.ts'

export interface ComboboxOption {
  readonly value: string
  /** The text that is shown, searched and typed. */
  readonly label: string
  /** The heading above it. Options of a group must be consecutive. */
  readonly group?: string
}

const folded = (text: string) => soughtIn(text).toLocaleLowerCase('sv')

/** Whether a label contains the text, or a word that begins so for each of the text's, ignoring case: 'Ek Eva' is Eva Ek. */
export function holds(label: string, typed: string): boolean {
  if (folded(label).includes(folded(typed))) return true
  const [words, sought] = [label, typed].map((text) => wordsOfName(folded(text))) as [string[], string[]]
  return sought.length > 0 && sought.every((start) => words.some((word) => word.startsWith(start)))
}

/** The option that was typed completely, ignoring case; null if the text names none. */
export function optionNamed<Option extends ComboboxOption>(options: readonly Option[], typed: string): Option | null {
  const text = folded(typed)
  if (text === '') return null
  return options.find(({ label }) => label === typed) ?? options.find(({ label }) => folded(label) === text) ?? null
}

export interface OptionGroup {
  readonly value: string
  readonly items: readonly ComboboxOption[]
}

/** Options under their headings, in the order in which the headings first occur; null if there are no headings. */
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
