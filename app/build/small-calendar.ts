import type { Plugin } from 'vite'

/**
 * Modules that the calendar's library always imports but the portal never uses, by the end of their path. They are English, which the
 * Swedish locale from CalendarDialog replaces entirely, reading dates from text, distances in words, time zones and animation. Together
 * they are a third of the library's weight.
 */
const unused: Readonly<Record<string, string>> = {
  'date-fns/locale/en-US.js': 'export const enUS = {}',
  'date-fns/locale/sv/_lib/match.js': 'export const match = {}',
  'date-fns/locale/sv/_lib/formatDistance.js': 'export const formatDistance = undefined',
  'date-fns/locale/sv/_lib/formatRelative.js': 'export const formatRelative = undefined',
  '@date-fns/tz/index.js': 'export class TZDate extends Date {}',
  'react-day-picker/dist/esm/locale/en-US.js': 'export const enUS = {}',
  'react-day-picker/dist/esm/noonDateLib.js': 'export const createNoonOverrides = () => ({})',
  'react-day-picker/dist/esm/useAnimation.js': 'export const useAnimation = () => {}',
}

/**
 * Leaves out of a build what the calendar never runs. Fails if a module is no longer imported, so that a maintainer looks at the new
 * version.
 */
export function smallCalendar(): Plugin {
  const left = new Set(Object.keys(unused))
  return {
    name: 'small-calendar',
    apply: 'build',
    load: {
      filter: { id: /node_modules\/(date-fns|@date-fns|react-day-picker)\// },
      handler(id) {
        const module = Object.keys(unused).find((end) => id.endsWith(`/node_modules/${end}`))
        if (module === undefined) return null
        left.delete(module)
        return unused[module]
      },
    },
    generateBundle() {
      if (left.size > 0) this.error(`the calendar no longer imports ${[...left].join(', ')}`)
    },
  }
}
