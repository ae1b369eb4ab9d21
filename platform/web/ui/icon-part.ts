import type { IconPath } from './icons.ts'
import type { Make } from './make.ts'

/** An icon next to text. It is hidden from screen readers, because it has no meaning of its own. base.css has its style. */
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
