/** Does each piece of work in turn, also if one before it has failed. Throws the first error at the end. */
export async function eachByItself(...works: readonly (() => Promise<void>)[]): Promise<void> {
  const failures: unknown[] = []
  for (const work of works) await work().catch((error: unknown) => void failures.push(error))
  if (failures.length > 0) throw failures[0]
}
