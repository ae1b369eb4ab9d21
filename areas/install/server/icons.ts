import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import type { Variant } from '#platform/contract/variant.ts'
import { WrongSetting } from '#platform/server/settings.ts'
import type { Variants } from '#platform/server/variants.ts'

interface Icon {
  /** Its path below /variant/, and the file name of a company's own icon next to variant.json. */
  readonly file: string
  readonly size: number
  /** Its purpose in the manifest; null for iOS, which takes its icon from the page. */
  readonly purpose: 'any' | 'maskable' | null
  /** The part of the side that the logo covers, on a background in the company's colour; without it, the logo alone. */
  readonly onGround?: number
}

export const icons: readonly Icon[] = [
  { file: 'icon-192.png', size: 192, purpose: 'any' },
  { file: 'icon-512.png', size: 512, purpose: 'any' },
  // Phones crop it to their own shape; only a circle over 80 % of the side is safe.
  { file: 'icon-maskable-512.png', size: 512, purpose: 'maskable', onGround: 0.75 },
  // iOS rounds the corners itself, and makes transparent parts black.
  { file: 'apple-touch-icon.png', size: 180, purpose: null, onGround: 1 },
]

type OwnIcons = ReadonlyMap<string, Buffer>
const keyOf = (variant: Variant, { file }: Icon) => `${variant.name}/${file}`

/** Returns a variant's icon: its own, otherwise its logo rendered at that size. Each is rendered once, when first requested. */
export function iconMaker(variants: Variants, own: OwnIcons): (variant: Variant, icon: Icon) => Promise<Buffer> {
  const made = new Map<string, Promise<Buffer>>()
  return (variant, icon) => {
    const key = keyOf(variant, icon)
    let picture = made.get(key)
    if (!picture) {
      const ready = own.get(key)
      picture = ready ? Promise.resolve(ready) : drawn(variants.logo(variant), variant, icon)
      picture.catch(() => made.delete(key))
      made.set(key, picture)
    }
    return picture
  }
}

/** Reads the companies' own icons. One of the wrong kind or size stops the start. */
export async function readOwnIcons(variants: Variants): Promise<OwnIcons> {
  const read = new Map<string, Buffer>()
  for (const variant of variants.all) {
    for (const icon of icons) {
      const own = await ownIcon(variants, variant, icon)
      if (!own) continue
      const { format, width, height } = await sharp(own)
        .metadata()
        .catch(() => ({ format: null, width: 0, height: 0 }))
      if (format !== 'png' || width !== icon.size || height !== icon.size)
        throw new WrongSetting(
          `${variants.file(variant, icon.file)}: ska vara en PNG på ${icon.size} × ${icon.size} bildpunkter`,
        )
      read.set(keyOf(variant, icon), own)
    }
  }
  return read
}

const ownIcon = (variants: Variants, variant: Variant, { file }: Icon): Promise<Buffer | null> =>
  readFile(variants.file(variant, file)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })

async function drawn(logo: Buffer, variant: Variant, { size, onGround }: Icon): Promise<Buffer> {
  const side = Math.round(size * (onGround ?? 1))
  const { width, height } = await sharp(logo).metadata()
  const transparent = { r: 0, g: 0, b: 0, alpha: 0 }
  // At the density at which the drawing is as large as the icon; otherwise it would be rendered small and scaled up.
  const picture = await sharp(logo, { density: Math.min((72 * side) / Math.max(width, height), 2400) })
    .resize(side, side, { fit: 'contain', background: transparent })
    .png()
    .toBuffer()
  if (onGround === undefined) return picture
  return sharp({ create: { width: size, height: size, channels: 3, background: variant.colors.accent } })
    .composite([{ input: picture, gravity: 'centre' }])
    .png()
    .toBuffer()
}
