export type Parameters = Readonly<Record<string, string | number | boolean | null | undefined>>

/** '/api/x/:id' and {id: 1, page: 0} give '/api/x/1?page=0'. Null and undefined parameters are left out. */
export function addressOf(path: string, parameters: Parameters = {}): string {
  const search = new URLSearchParams()
  let filled = path
  for (const [name, value] of Object.entries(parameters)) {
    if (value === null || value === undefined) continue
    const slot = new RegExp(`:${name}(?=/|$)`)
    if (slot.test(filled)) filled = filled.replace(slot, () => encodeURIComponent(value))
    else search.append(name, String(value))
  }
  const query = search.toString()
  return query ? `${filled}?${query}` : filled
}
