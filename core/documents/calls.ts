import { get } from '#platform/contract/call.ts'

/**
 * A file by an address from an answer of the portal: an attachment, a certificate. The address is `…/<opaque>/<file name>`;
 * only the opaque part is looked up, and the last segment is the name for saving. The answer is the file in base64.
 */
export const downloadFile = get<string, { filurl: string }>('/api/spcommon/downloadfile')
