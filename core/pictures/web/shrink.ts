const longestSide = 2000
const quality = 0.8
/** Types that the server accepts unchanged if this phone cannot decode them. */
const sendable = /^image\/(jpeg|png|webp|hei[cf])$/
const sendableName = /\.(jpe?g|png|webp|hei[cf])$/i
const mostBytes = 20 * 1024 * 1024

/** Why a file cannot be a photo of a report, worded for the employee. */
export class NoPhoto extends Error {}

/** Makes a photo small enough for poor coverage, upright, and without the location where it was taken. */
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
  // Copied, because a chosen file can no longer be read after the phone has restarted, but the draft still exists.
  return new Blob([await file.arrayBuffer()], { type: file.type })
}

/** Returns a JPEG of moderate size; null if the browser cannot decode the file (HEIC outside Safari). */
async function redraw(file: Blob): Promise<Blob | null> {
  let upright: ImageBitmap | HTMLImageElement
  try {
    // Safari 16 and Chrome 111 refuse the option, and what they do without it differs.
    upright = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => decodedByElement(file))
  } catch {
    return null
  }
  try {
    const scale = Math.min(1, longestSide / Math.max(upright.width, upright.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(upright.width * scale))
    canvas.height = Math.max(1, Math.round(upright.height * scale))
    const context = canvas.getContext('2d')
    if (!context) return null
    // A JPEG has no transparency: transparent parts would turn black.
    context.fillStyle = '#fff'
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.imageSmoothingQuality = 'high'
    context.drawImage(upright, 0, 0, canvas.width, canvas.height)
    return await new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
  } finally {
    if ('close' in upright) upright.close()
  }
}

/** An element shows a photo upright in every browser. */
async function decodedByElement(file: Blob): Promise<HTMLImageElement> {
  const image = new Image()
  image.src = URL.createObjectURL(file)
  try {
    await image.decode()
    return image
  } finally {
    URL.revokeObjectURL(image.src)
  }
}
