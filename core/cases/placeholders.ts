/** The placeholders of a template, by the name in braces. They are filled in for each case. */
export const placeholders = {
  nummer: 'Numret',
  ärende: 'Vad det gäller',
  fordon: 'Fordonet',
} as const
export type Placeholder = keyof typeof placeholders

const inBraces = /\{([^{}]*)\}/g

/** The placeholders that are not among `known`, with their braces. */
export const unknownIn = (template: string, known: readonly string[]): string[] =>
  [...template.matchAll(inBraces)].flatMap(([written, name = '']) => (known.includes(name) ? [] : [written]))

/** The text of a template for one case. A placeholder without a value stays in braces, so that somebody notices. */
export const filledIn = (template: string, values: Readonly<Partial<Record<Placeholder, string>>>): string =>
  template.replaceAll(inBraces, (written, name: string) => values[name as Placeholder] ?? written)
