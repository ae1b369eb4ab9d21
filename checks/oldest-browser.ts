/**
 * Takes out of a browser the calls that the oldest ones do not have (app/build/targets.ts), so that a screen that needs one fails in a test
 * before it fails on a phone. Also runs in a page, so it refers to nothing outside itself. `Response.json` stays, because tests use it.
 */
export function becomeOldest(): void {
  const page = globalThis as unknown as Readonly<Record<string, { readonly prototype: object } | undefined>>
  const without = (object: object | undefined, ...names: readonly string[]) => {
    for (const name of object ? names : []) Reflect.deleteProperty(object as object, name)
  }
  const prototypeOf = (name: string) => page[name]?.prototype
  without(page, 'Float16Array', 'Temporal', 'cancelIdleCallback', 'navigation', 'requestIdleCallback', 'scheduler')
  without(page['AbortSignal'], 'any')
  without(page['Array'], 'fromAsync')
  without(page['Error'], 'isError')
  without(page['Map'], 'groupBy')
  without(page['Object'], 'groupBy')
  without(page['Promise'], 'try', 'withResolvers')
  without(page['ReadableStream'], 'from')
  without(page['RegExp'], 'escape')
  without(page['URL'], 'canParse', 'parse')
  without(page['Uint8Array'], 'fromBase64', 'fromHex')
  without(Intl, 'DurationFormat')
  without(Math, 'f16round', 'sumPrecise')
  without(prototypeOf('ArrayBuffer'), 'transfer', 'transferToFixedLength')
  for (const name of ['Blob', 'Request', 'Response']) without(prototypeOf(name), 'bytes')
  without(prototypeOf('Document'), 'caretPositionFromPoint', 'startViewTransition')
  without(prototypeOf('Element'), 'getHTML', 'moveBefore', 'setHTML', 'setHTMLUnsafe')
  without(prototypeOf('HTMLDialogElement'), 'closedBy', 'requestClose')
  without(prototypeOf('HTMLElement'), 'hidePopover', 'popover', 'showPopover', 'togglePopover')
  without(prototypeOf('Iterator'), 'drop', 'every', 'filter', 'find', 'flatMap', 'forEach')
  without(prototypeOf('Iterator'), 'map', 'reduce', 'some', 'take', 'toArray')
  without(prototypeOf('Map'), 'getOrInsert', 'getOrInsertComputed')
  without(prototypeOf('Set'), 'difference', 'intersection', 'symmetricDifference', 'union')
  without(prototypeOf('Set'), 'isDisjointFrom', 'isSubsetOf', 'isSupersetOf')
  without(prototypeOf('URLSearchParams'), 'size')
  without(prototypeOf('Uint8Array'), 'setFromBase64', 'setFromHex', 'toBase64', 'toHex')
  const create = globalThis.createImageBitmap
  globalThis.createImageBitmap = ((source: Blob, options?: ImageBitmapOptions) =>
    options?.imageOrientation === 'from-image'
      ? Promise.reject(new TypeError("'from-image' is not a value of ImageOrientation"))
      : create(source, options)) as typeof create
}
