/**
 * Adds what the library calls and Safari has only from 17.4. The build puts this into the library's worker too (app/build/pdf-worker.ts), so
 * it imports nothing.
 */
export function addMissingCalls(): void {
  if (!('withResolvers' in Promise)) {
    Object.assign(Promise, {
      withResolvers: () => {
        const made: Record<string, unknown> = {}
        made['promise'] = new Promise((resolve, reject) => Object.assign(made, { resolve, reject }))
        return made
      },
    })
  }
  if (!('transferToFixedLength' in ArrayBuffer.prototype)) {
    Object.assign(ArrayBuffer.prototype, {
      // The library uses it only to shorten.
      transferToFixedLength(this: ArrayBuffer, length: number) {
        return this.slice(0, length)
      },
    })
  }
}
