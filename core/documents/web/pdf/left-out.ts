const filters = /\/(CCITTFaxDecode|JBIG2Decode|JPXDecode)\b/

/**
 * Whether the document has pictures that are not shown: those of black-and-white scanners and of JPEG 2000, whose decoders are WebAssembly,
 * which the portal does not run. A picture's own dictionary is never compressed, so its filter is in the file as text.
 */
export const leavesOutPictures = (file: Uint8Array): boolean => filters.test(new TextDecoder('latin1').decode(file))
