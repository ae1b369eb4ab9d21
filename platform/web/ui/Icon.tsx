import type { IconPath } from './icons.ts'

/** An icon next to text: it never has a meaning of its own, so it is hidden from screen readers. */
export function Icon({ path, size = 24, className }: { path: IconPath; size?: 16 | 20 | 24 | 32; className?: string }) {
  return (
    <svg
      className={className}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.85}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={path} />
    </svg>
  )
}
