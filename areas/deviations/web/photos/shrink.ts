const longestSide = 2000
const quality = 0.8
/** What the server takes as it is, where this phone cannot decode it. */
const sendable = /^image\/(jpeg|png|webp|hei[cf])$/
const sendableName = /\.(jpe?g|png|webp|hei[cf])$/i
const mostBytes = 20 * 1024 * 1024

/** Why a file cannot be a photo of a report, in words for whoever chose it. */
export class NoPhoto extends Error {}

/** Small enough for poor coverage, turned the right way, without the place where it was taken. */
export async function shrink(file: Blob & { name?: string }): Promise<Blob> {
  const name = file.name ?? 'Filen'
  if (file.type === 'image/svg+xml' || (file.type !== '' && !file.type.startsWith('image/'))) {
    throw new NoPhoto(`${name} är ingen bild. Välj JPEG, PNG eller WebP.`)
  }
  const small = await redraw(file)
  if (small) return small
  if (!sendable.test(file.type) && !sendableName.test(name)) {
    throw new NoPhoto(`${name} kan inte läsas. Välj JPEG, PNG eller WebP.`)
  }
  if (file.size > mostBytes) throw new NoPhoto(`${name} är för stor: högst 20\u00a0MB.`)
  // Copied, because a chosen file can no longer be read when the phone has been restarted, and a draft outlives that.
  return new Blob([await file.arrayBuffer()], { type: file.type })
}

/** As a JPEG of moderate size; null where the browser cannot decode it (HEIC outside Safari). */
async function redraw(file: Blob): Promise<Blob | null> {
  let bitmap: ImageBitmap
  try {
    bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
  } catch {
    return null
  }
  try {
    const scale = Math.min(1, longestSide / Math.max(bitmap.width, bitmap.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(bitmap.width * scale))
    canvas.height = Math.max(1, Math.round(bitmap.height * scale))
    const context = canvas.getContext('2d')
    if (!context) return null
    // A JPEG has no transparency: what was see-through would turn black.
    context.fillStyle = '#fff'
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.imageSmoothingQuality = 'high'
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
    return await new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
  } finally {
    bitmap.close()
  }
}
