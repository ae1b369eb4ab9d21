import type { Plugin } from 'vite'

/**
 * What the calendar's library imports whatever it is asked for, by the end of the module's path: English, of which all is replaced by the
 * Swedish that CalendarDialog hands in, reading dates from text, distances in words, time zones and animation. A third of its weight.
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

/** Leaves out of a build what the calendar never runs. Fails if a module is no longer there, so that a new version is looked at. */
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
