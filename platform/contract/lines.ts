import * as z from 'zod/mini'
import { contrastOf, textOn } from './accent.ts'

const colour = z.string().check(z.regex(/^#[0-9a-f]{6}$/))

/** A bus line as passengers know it. Its colours are null if the feed has none. */
export const Line = z.object({ namn: z.string(), farg: z.nullable(colour), textfarg: z.nullable(colour) })
export type Line = z.infer<typeof Line>

// WCAG 2.2, 1.4.3.
const readable = 4.5

/**
 * Returns a line with the feed's colours, `#rrggbb`. If the feed has no text colour, or the contrast is too low, black or white is chosen
 * for the text.
 */
export function lineOf(namn: string, ground: string | null, text: string | null): Line {
  if (ground === null) return { namn, farg: null, textfarg: null }
  const textfarg = text !== null && contrastOf(ground, text) >= readable ? text : textOn(ground)
  return { namn, farg: ground, textfarg }
}

/** The lines, each once, in their order. */
export function distinctLines(lines: readonly Line[]): Line[] {
  return [...new Map(lines.map((line) => [JSON.stringify([line.namn, line.farg]), line])).values()]
}
