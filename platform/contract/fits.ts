/**
 * A sample of what is stored: a value of the same kind in each place. An array's only element stands for all of them, a pattern
 * for a text, and null or an empty array for what may hold anything.
 */
export type Sample = string | number | boolean | null | RegExp | readonly Sample[] | { readonly [name: string]: Sample }

/**
 * Whether a value has the form of the sample. What a browser stores may come from another version, another program or a hand: it
 * is looked at before it is used. Without a schema library, which the first drawing cannot wait for.
 */
export function fits(value: unknown, sample: Sample): boolean {
  if (sample === null) return true
  if (sample instanceof RegExp) return typeof value === 'string' && sample.test(value)
  if (Array.isArray(sample))
    return Array.isArray(value) && value.every((each) => sample.length === 0 || fits(each, sample[0] as Sample))
  if (typeof sample !== 'object') return typeof value === typeof sample
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(sample).every(([name, each]) => fits((value as Record<string, unknown>)[name], each))
}
