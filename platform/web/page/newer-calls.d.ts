// oxlint refuses what is deprecated, and so what the oldest browsers lack (app/build/targets.ts) and is called like something that they have.
interface URLSearchParams {
  /** @deprecated Safari has it from 17. */
  readonly size: number
}

interface Body {
  /** @deprecated Safari has it from 18. */
  bytes(): Promise<Uint8Array<ArrayBuffer>>
}

interface Blob {
  /** @deprecated Safari has it from 18. */
  bytes(): Promise<Uint8Array<ArrayBuffer>>
}
