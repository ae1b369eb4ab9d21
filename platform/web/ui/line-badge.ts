import type { Line } from '#platform/contract/lines.ts'
import styles from './LineBadge.module.css'
import type { Make } from './make.ts'

/** A bus line in its colours, beside a text that names it. */
export function lineBadge<Part>(make: Make<Part>, { namn, farg, textfarg }: Line): Part {
  const colours = farg && textfarg ? { '--line-ground': farg, '--line-text': textfarg } : undefined
  return make('span', { className: styles['badge'], style: colours, 'aria-hidden': 'true' }, namn)
}
