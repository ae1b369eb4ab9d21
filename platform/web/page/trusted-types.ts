import { asWritten } from '#platform/contract/rich-text.ts'

export const workerPath = '/service-worker.js'
/** The service worker and the scripts of the build. In development, any script of the portal. */
const ownScript = import.meta.env.DEV ? /^\/(?!\/)/ : /^\/(service-worker|assets\/[\w.-]+)\.js$/

/**
 * The portal's only Trusted Types policy. The page's Content-Security-Policy allows no other, and it is private to this file. It accepts
 * only the addresses of the service worker and of the build's scripts. HTML is stripped of every tag and attribute that rich-text does not
 * list, and goes into a document that runs and loads nothing.
 */
const policy = window.trustedTypes?.createPolicy('linjen', {
  createHTML: asWritten,
  createScriptURL: (address) => {
    if (!ownScript.test(address)) throw new TypeError('no script of the portal')
    return address
  },
})

/** The only script that the portal makes the browser run by its address. */
export const workerAddress: TrustedScriptURL | string = policy?.createScriptURL(workerPath) ?? workerPath

/** The address of a script of the build, to run in a separate worker. */
export const scriptAddress = (address: string): TrustedScriptURL | string => policy?.createScriptURL(address) ?? address

/** Parses HTML into a separate document, in which no script runs, no picture is fetched and nothing is shown. */
export function parseInert(html: string): Document {
  // A browser without Trusted Types accepts the plain text.
  return new DOMParser().parseFromString((policy?.createHTML(html) ?? asWritten(html)) as string, 'text/html')
}
