import { get } from '#platform/contract/call.ts'

/**
 * A file that the portal gave out the address of: an attachment, a certificate. The address is `…/<opaque>/<file name>`;
 * only the opaque part is looked up, and the last segment names the saved file. The answer is the file in base64.
 */
export const downloadFile = get<string, { filurl: string }>('/api/spcommon/downloadfile')
