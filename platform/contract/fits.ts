/**
 * A sample of a stored value, with a value of the right kind in each place. An array's single element represents all of its elements, and a
 * pattern represents a text that matches it. An empty array represents any array, and null any value.
 */
export type Sample = string | number | boolean | null | RegExp | readonly Sample[] | { readonly [name: string]: Sample }

/**
 * Whether a value has the shape of the sample. What a browser has stored may come from another version or another program, or have been
 * edited, so it is checked before use. This works without the schema library, which the first render cannot wait for.
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
