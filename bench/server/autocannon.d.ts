// The part of autocannon that is used; the package has no types.
declare module 'autocannon' {
  interface Request {
    readonly method: string
    readonly path: string
    readonly headers: Readonly<Record<string, string>>
  }
  interface Options {
    readonly url: string
    readonly connections: number
    readonly duration: number
    readonly setupClient: (client: { setRequests(requests: readonly Request[]): void }) => void
  }
  interface Result {
    readonly '2xx': number
    readonly non2xx: number
    readonly errors: number
    readonly timeouts: number
    readonly mismatches: number
    readonly duration: number
    readonly throughput: { readonly total: number }
  }
  export default function autocannon(options: Options): Promise<Result>
}
