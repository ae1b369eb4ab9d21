/** What a template may leave to each case, by the name in braces. */
export const placeholders = {
  nummer: 'Numret',
  ärende: 'Vad det gäller',
  fordon: 'Fordonet',
} as const
export type Placeholder = keyof typeof placeholders

const inBraces = /\{([^{}]*)\}/g

/** Those in braces that are none of `known`, as they are written. */
export const unknownIn = (template: string, known: readonly string[]): string[] =>
  [...template.matchAll(inBraces)].flatMap(([written, name = '']) => (known.includes(name) ? [] : [written]))

/** The text of a template for one case. What has no value stays as it is written, so that somebody notices. */
export const filledIn = (template: string, values: Readonly<Partial<Record<Placeholder, string>>>): string =>
  template.replaceAll(inBraces, (written, name: string) => values[name as Placeholder] ?? written)
