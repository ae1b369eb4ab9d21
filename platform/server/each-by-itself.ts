/** Does each piece of work in turn, also if one before it has failed. Throws at the end, with the message of each different error. */
export async function eachByItself(...works: readonly (() => Promise<void>)[]): Promise<void> {
  const failures: Error[] = []
  for (const work of works) await work().catch((error: Error) => void failures.push(error))
  const [first] = failures
  const messages = new Set(failures.map(({ message }) => message))
  if (messages.size > 1) throw new Error([...messages].join('; '), { cause: first })
  if (first) throw first
}
