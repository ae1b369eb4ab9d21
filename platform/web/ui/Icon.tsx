import { iconPart } from './icon-part.ts'
import type { IconPath } from './icons.ts'
import { makePart } from './make-part.ts'

/** An icon next to text. */
export const Icon = ({
  path,
  size = 24,
  className,
}: {
  path: IconPath
  size?: 16 | 20 | 24 | 32
  className?: string | undefined
}) => iconPart(makePart, path, size, className)
