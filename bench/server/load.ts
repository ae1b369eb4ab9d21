// The client, in a separate process: requests a list of addresses in a closed loop and sends how many were answered per second.
import autocannon from 'autocannon'

export interface Load {
  readonly origin: string
  readonly asks: readonly Ask[]
  readonly connections: number
  readonly seconds: number
}

export interface Ask {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
}

export type Loaded = { readonly answers: number; readonly perSecond: number } | { readonly failed: string }

process.on('message', (load: Load) => {
  void run(load)
    .catch((error: unknown): Loaded => ({ failed: String(error) }))
    .then((loaded) => process.send?.(loaded))
})

async function run({ origin, asks, connections, seconds }: Load): Promise<Loaded> {
  let client = 0
  const result = await autocannon({
    url: origin,
    connections,
    duration: seconds,
    // Each connection begins at a different position in the list, so that not all request the same row at once.
    setupClient: (each) => {
      const from = Math.floor((client++ * asks.length) / connections)
      each.setRequests([...asks.slice(from), ...asks.slice(0, from)].map((ask) => ({ method: 'GET', ...ask })))
    },
  })
  const { '2xx': answered, non2xx, errors, timeouts, mismatches } = result
  const wrong = non2xx + errors + timeouts + mismatches
  if (wrong > 0 || answered === 0)
    return { failed: `${answered} answers, ${non2xx} refused, ${errors} errors, ${timeouts} timeouts` }
  return { answers: answered, perSecond: answered / result.duration }
}
