import type { IconPath } from './icons.ts'
import type { Make } from './make.ts'

/** An icon next to text: it never has a meaning of its own, so it is hidden from screen readers. base.css says how it is drawn. */
export const iconPart = <Part>(make: Make<Part>, path: IconPath, size: number, className?: string): Part =>
  make(
    'svg',
    {
      className,
      width: size,
      height: size,
      viewBox: '0 0 24 24',
      fill: 'none',
      'aria-hidden': 'true',
    },
    make('path', { d: path }),
  )
