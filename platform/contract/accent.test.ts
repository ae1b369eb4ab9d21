import { readFileSync } from 'node:fs'
import { assert, integer, option, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { accentCss, accentOn, contrastOf, surfaces } from './accent.ts'

const tokens = readFileSync(new URL('../web/ui/tokens.css', import.meta.url), 'utf8')
const color = integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

describe('accentOn', () => {
  it.each(['light', 'dark'] as const)('is readable for every colour in the %s theme', (theme) => {
    assert(
      property(color, option(color, { nil: undefined }), (hex, other) => {
        const colors = { accent: hex, second: other }
        const { accent, strong, text, ink, soft, second, secondSoft, patternInk } = accentOn(
          colors,
          surfaces[theme],
          theme,
        )
        expect(contrastOf(text, accent)).toBeGreaterThanOrEqual(4.5)
        expect(contrastOf(text, strong)).toBeGreaterThanOrEqual(4.5)
        for (const under of [surfaces[theme].card, surfaces[theme].ground, soft]) {
          expect(contrastOf(ink, under)).toBeGreaterThanOrEqual(4.5)
        }
        expect(contrastOf(accent, surfaces[theme].card)).toBeGreaterThanOrEqual(3)
        expect(contrastOf(second, surfaces[theme].card)).toBeGreaterThanOrEqual(3)
        // Texts over the pattern: on the accent, and on a card.
        expect(contrastOf(text, patternInk)).toBeGreaterThanOrEqual(4.5)
        expect(contrastOf(theme === 'light' ? '#16191c' : '#eef0f1', secondSoft)).toBeGreaterThanOrEqual(4.5)
      }),
    )
  })

  it('keeps a colour that is readable as it is', () => {
    expect(accentOn({ accent: '#14684a' }, surfaces.light, 'light')).toMatchObject({
      accent: '#14684a',
      ink: '#14684a',
      text: '#ffffff',
    })
  })
})

describe('accentCss', () => {
  it('writes the light values, and the dark ones for a phone set to dark and for a chosen dark theme', () => {
    expect(accentCss({ accent: '#14684a' })).toMatch(
      /^:root\{--accent:#14684a;.*\}@media screen and \(prefers-color-scheme:dark\)\{:root:not\(\[data-theme=light\]\)\{.*\}\}@media screen\{:root\[data-theme=dark\]\{.*\}\}$/,
    )
  })

  it('refuses anything that is not a colour, so that nothing else gets into the page', () => {
    expect(() => accentCss({ accent: 'red;}</style>' })).toThrow('not a colour')
  })
})

/** The colours that one rule in tokens.css sets. */
function block(pattern: RegExp): Record<string, string> {
  const rule = pattern.exec(tokens)?.[1] ?? ''
  return Object.fromEntries([...rule.matchAll(/--([a-z-]+):\s*(#[0-9a-f]{6})/g)].map((m) => [m[1], m[2]]))
}

describe('tokens.css', () => {
  const themes = {
    light: block(/:root \{([^}]*)\}/),
    dark: block(/:root\[data-theme='dark'\] \{([^}]*)\}/),
  } as const

  it.each(['light', 'dark'] as const)('has the surfaces that the accent is computed against (%s)', (theme) => {
    expect(themes[theme]).toMatchObject(surfaces[theme])
  })

  it.each(['light', 'dark'] as const)('has readable text and state colours (%s)', (theme) => {
    const c = themes[theme]
    const pairs = [
      ['text', 'card'],
      ['text', 'ground'],
      ['muted', 'card'],
      ['muted', 'ground'],
      ['muted', 'sunken'],
      ['green', 'card'],
      ['green', 'green-soft'],
      ['amber', 'card'],
      ['amber', 'amber-soft'],
      ['red', 'card'],
      ['red', 'red-soft'],
      ['blue', 'card'],
      ['blue', 'blue-soft'],
      ['green', 'ground'],
      ['red', 'ground'],
      ['amber', 'ground'],
      ['blue', 'ground'],
      ['on-solid', 'green-solid'],
      ['on-solid', 'red-solid'],
    ]
    const poor = pairs.filter(([over, under]) => contrastOf(c[over!]!, c[under!]!) < 4.5)
    expect(poor).toEqual([])
    expect(contrastOf(c['edge']!, c['card']!)).toBeGreaterThanOrEqual(3)
  })

  it('has the same dark theme twice: for a phone set to dark and for an employee who chose it', () => {
    expect(block(/prefers-color-scheme: dark\) \{\s*:root:not\(\[data-theme='light'\]\) \{([^}]*)\}/)).toEqual(
      themes.dark,
    )
  })
})
