import { asWritten } from '#platform/contract/rich-text.ts'

export const workerPath = '/service-worker.js'
/** The service worker and the scripts of the build; while developing, any of the portal's own. */
const ownScript = import.meta.env.DEV ? /^\/(?!\/)/ : /^\/(service-worker|assets\/[\w.-]+)\.js$/

/**
 * The portal's only Trusted Types policy; the page's Content-Security-Policy allows no other, and it is private to this
 * file. The only script addresses are the service worker's and those of the build. HTML is stripped of every tag and attribute that is not in the
 * list of rich-text, and goes into a document that runs and loads nothing.
 */
const policy = window.trustedTypes?.createPolicy('linjen', {
  createHTML: asWritten,
  createScriptURL: (address) => {
    if (!ownScript.test(address)) throw new TypeError('no script of the portal')
    return address
  },
})

/** The one script that the portal asks the browser to run by its address. */
export const workerAddress: TrustedScriptURL | string = policy?.createScriptURL(workerPath) ?? workerPath

/** The address of a script of the build, for a worker of its own. */
export const scriptAddress = (address: string): TrustedScriptURL | string => policy?.createScriptURL(address) ?? address

/** Parses HTML into a separate document: no script runs in it, no picture is fetched, nothing of it is shown. */
export function parseInert(html: string): Document {
  // A browser without Trusted Types takes the text as it is.
  return new DOMParser().parseFromString((policy?.createHTML(html) ?? asWritten(html)) as string, 'text/html')
}
