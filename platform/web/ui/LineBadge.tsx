import type { Line } from '#platform/contract/lines.ts'
import { lineBadge } from './line-badge.ts'
import { makePart } from './make-part.ts'
import './LineBadge.module.css'
import { VisuallyHidden } from './VisuallyHidden.tsx'

interface LineBadgeProps {
  line: Line
  /** True if a text beside the badge names the line. */
  decorative?: boolean
}

/** A bus line in its colours, as on the bus itself. */
export const LineBadge = ({ line, decorative = false }: LineBadgeProps) =>
  lineBadge(makePart, line, decorative ? undefined : <VisuallyHidden>Linje </VisuallyHidden>)
