import * as z from 'zod/mini'

/** Names that an upload returned, in the order in which the pictures are shown. */
export const pictureNames = (most: number) =>
  z
    .array(z.string('Bilden finns inte').check(z.maxLength(100, 'Bilden finns inte')), 'Bilderna saknas')
    .check(z.maxLength(most, `Högst ${most} bilder kan bifogas`))

/** The field of a report's body that holds those names. */
export const picturesField = 'AttachmentUploadBlobNames'

/** The answer of an upload: `name` is opaque, `shortName` is the picture's name on the phone. */
export const ImageReference = z.object({ name: z.string(), shortName: z.string() })
export type ImageReference = z.infer<typeof ImageReference>

export const ImageQuery = z.object({
  name: z.string('Bilden saknas').check(z.minLength(1, 'Bilden saknas'), z.maxLength(100, 'Bilden saknas')),
  /** `liten` is at most 320 pixels wide and high: for lists. */
  storlek: z.optional(z.enum(['liten', 'stor'], 'Felaktig storlek')),
})
export type ImageQuery = z.infer<typeof ImageQuery>

export const Image = z.object({
  name: z.string(),
  contentType: z.literal('image/jpeg'),
  /** Base64. */
  data: z.string(),
})
export type Image = z.infer<typeof Image>
