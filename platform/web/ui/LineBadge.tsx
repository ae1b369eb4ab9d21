import type { Line } from '#platform/contract/lines.ts'
import { lineBadge } from './line-badge.ts'
import { makePart } from './make-part.ts'
import './LineBadge.module.css'

/** A bus line in its colours, as on the bus itself, beside a text that names it. */
export const LineBadge = ({ line }: { line: Line }) => lineBadge(makePart, line)
