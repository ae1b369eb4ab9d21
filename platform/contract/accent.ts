/** A company's colours, written `#rrggbb`. */
export interface Colors {
  readonly accent: string
  readonly second?: string | undefined
}

/**
 * Derives from a company's colours those that its screens use. The server writes the result into the page; platform/web/ui/tokens.css
 * reads it: `--accent` (background of the primary button), `--accent-strong` (the same, pressed), `--accent-text` (text on both),
 * `--accent-ink` (the accent as text, links and icons), `--accent-soft` (a pale background for --accent-ink), `--accent-2` (the second
 * colour, for ornaments), `--accent-2-soft` (the pattern on a card), `--pattern-ink` (the pattern on --accent, below --accent-text).
 */
export function accentCss(colors: Colors): string {
  const light = declarations(accentOn(colors, surfaces.light, 'light'))
  const dark = declarations(accentOn(colors, surfaces.dark, 'dark'))
  return (
    `:root{${light}}` +
    `@media screen and (prefers-color-scheme:dark){:root:not([data-theme=light]){${dark}}}` +
    `@media screen{:root[data-theme=dark]{${dark}}}`
  )
}

/** Page and card background of each theme. tokens.css has the same values; a test compares the two. */
export const surfaces = {
  light: { ground: '#f4f4f1', card: '#ffffff' },
  dark: { ground: '#0f1214', card: '#181c1f' },
} as const

type Theme = keyof typeof surfaces
type Rgb = readonly [number, number, number]

export interface Accent {
  readonly accent: string
  readonly strong: string
  readonly text: string
  readonly ink: string
  readonly soft: string
  readonly second: string
  readonly secondSoft: string
  readonly patternInk: string
}

// WCAG requires 4.5; the margin allows for rounding and a dirty screen.
const readable = 4.6
const visible = 3
// Thin letters on a dark background need more.
const readableInDark = 6.5

export function accentOn(colors: Colors, on: { ground: string; card: string }, theme: Theme): Accent {
  const base = parse(colors.accent)
  const card = parse(on.card)
  const ground = parse(on.ground)
  const away = theme === 'light' ? 'darker' : 'lighter'
  // A button must be visible against the card whatever the company chose, also near-white on white or near-black on black.
  const accent = until((c) => contrast(c, card) >= visible && contrast(c, ground) >= visible, base, away)
  const text = contrast(accent, [255, 255, 255]) >= readable ? white : black
  const strong = mix(accent, text === white ? black : white, 0.16)
  const soft = mix(card, accent, theme === 'light' ? 0.09 : 0.2)
  const enough = theme === 'light' ? readable : readableInDark
  const ink = until((c) => [card, ground, soft].every((under) => contrast(c, under) >= enough), base, away)
  const seen = (c: Rgb) => contrast(c, card) >= visible && contrast(c, ground) >= visible
  const second = until(seen, colors.second ? parse(colors.second) : mix(accent, text, 0.35), away)
  const secondSoft = mix(card, second, theme === 'light' ? 0.16 : 0.24)
  // The largest share of the second colour on which the text above it stays readable. If even a fifth is too much, the pattern has the
  // accent's deeper tone.
  const share = [0.5, 0.4, 0.3, 0.2].find((part) => contrast(mix(accent, second, part), text) >= readable)
  const patternInk = share === undefined ? strong : mix(accent, second, share)
  return {
    accent: format(accent),
    strong: format(strong),
    text: format(text),
    ink: format(ink),
    soft: format(soft),
    second: format(second),
    secondSoft: format(secondSoft),
    patternInk: format(patternInk),
  }
}

/** WCAG 2 contrast ratio of two colours written `#rrggbb`. */
export function contrastOf(a: string, b: string): number {
  return contrast(parse(a), parse(b))
}

/** Black or white, whichever has the higher contrast on a colour: at least 4.5 on any. */
export function textOn(hex: string): string {
  return format(contrast(parse(hex), white) >= contrast(parse(hex), black) ? white : black)
}

const white: Rgb = [255, 255, 255]
const black: Rgb = [0, 0, 0]

function declarations({ accent, strong, text, ink, soft, second, secondSoft, patternInk }: Accent): string {
  return (
    `--accent:${accent};--accent-strong:${strong};--accent-text:${text};--accent-ink:${ink};--accent-soft:${soft};` +
    `--accent-2:${second};--accent-2-soft:${secondSoft};--pattern-ink:${patternInk}`
  )
}

/** Makes a colour lighter or darker, keeping its hue, until the condition holds: mixing in white or black would make it grey. */
function until(holds: (color: Rgb) => boolean, from: Rgb, towards: 'lighter' | 'darker'): Rgb {
  for (let share = 0; share < 1; share += 0.02) {
    const color = share === 0 ? from : shade(from, towards, share)
    if (holds(color)) return color
  }
  return towards === 'lighter' ? white : black
}

function shade(color: Rgb, towards: 'lighter' | 'darker', share: number): Rgb {
  const [r, g, b] = [color[0] / 255, color[1] / 255, color[2] / 255]
  const [most, least] = [Math.max(r, g, b), Math.min(r, g, b)]
  const [spread, lightness] = [most - least, (most + least) / 2]
  const saturation = spread === 0 ? 0 : spread / (1 - Math.abs(2 * lightness - 1))
  const sector =
    most === r ? ((g - b) / (spread || 1) + 6) % 6 : most === g ? (b - r) / spread + 2 : (r - g) / spread + 4
  const shaded = towards === 'lighter' ? lightness + (1 - lightness) * share : lightness * (1 - share)
  // HSL back to RGB, as CSS Color 4 defines it.
  const chroma = saturation * Math.min(shaded, 1 - shaded)
  const part = (n: number) => {
    const k = (n + sector * 2) % 12
    return Math.round(255 * (shaded - chroma * Math.max(-1, Math.min(k - 3, 9 - k, 1))))
  }
  return [part(0), part(8), part(4)]
}

function mix(from: Rgb, to: Rgb, share: number): Rgb {
  const at = (i: 0 | 1 | 2) => Math.round(from[i] + (to[i] - from[i]) * share)
  return [at(0), at(1), at(2)]
}

function parse(hex: string): Rgb {
  if (!/^#[0-9a-f]{6}$/i.test(hex)) throw new Error(`not a colour: ${hex}`)
  const at = (i: number) => Number.parseInt(hex.slice(i, i + 2), 16)
  return [at(1), at(3), at(5)]
}

function format(color: Rgb): string {
  return `#${color.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

function contrast(a: Rgb, b: Rgb): number {
  const [x, y] = [luminance(a), luminance(b)]
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05)
}

function luminance(color: Rgb): number {
  const linear = color.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * linear[0]! + 0.7152 * linear[1]! + 0.0722 * linear[2]!
}
