import { asWritten } from '#platform/contract/rich-text.ts'

export const workerPath = '/service-worker.js'

/**
 * The portal's one Trusted Types policy; the page's Content-Security-Policy lets no other be made, and it is kept in this
 * file. A script's address is the service worker's or none. HTML leaves it without any tag or attribute that is not on the
 * list of rich-text, and goes into a document that runs nothing and loads nothing.
 */
const policy = window.trustedTypes?.createPolicy('linjen', {
  createHTML: asWritten,
  createScriptURL: (address) => {
    if (address !== workerPath) throw new TypeError('no script of the portal')
    return address
  },
})

/** The one script that the portal asks the browser to run by its address. */
export const workerAddress: TrustedScriptURL | string = policy?.createScriptURL(workerPath) ?? workerPath

/** Reads HTML as a document of its own: no script runs in it, no picture is fetched, nothing of it is shown. */
export function parseInert(html: string): Document {
  // A browser without Trusted Types takes the text as it is.
  return new DOMParser().parseFromString((policy?.createHTML(html) ?? asWritten(html)) as string, 'text/html')
}
