/** What was typed, over values that have changed meanwhile, and the fields where both sides changed to something different. */
export function mergeNewer<Values extends Readonly<Record<string, string>>>({
  base,
  typed,
  newer,
}: {
  /** What the typing began from. */
  base: Values
  typed: Values
  newer: Values
}): { merged: Values; both: (keyof Values & string)[] } {
  const changed = Object.keys(typed).filter((field) => typed[field] !== base[field])
  const merged = { ...newer, ...Object.fromEntries(changed.map((field) => [field, typed[field]])) }
  const both = changed.filter((field) => newer[field] !== base[field] && newer[field] !== typed[field])
  return { merged, both }
}
