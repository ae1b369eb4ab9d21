/** Merges typed values into values that have changed meanwhile, and returns the fields that both sides changed differently. */
export function mergeNewer<Values extends Readonly<Record<string, string>>>({
  base,
  typed,
  newer,
}: {
  /** The values from which typing started. */
  base: Values
  typed: Values
  newer: Values
}): { merged: Values; both: (keyof Values & string)[] } {
  const changed = Object.keys(typed).filter((field) => typed[field] !== base[field])
  const merged = { ...newer, ...Object.fromEntries(changed.map((field) => [field, typed[field]])) }
  const both = changed.filter((field) => newer[field] !== base[field] && newer[field] !== typed[field])
  return { merged, both }
}
