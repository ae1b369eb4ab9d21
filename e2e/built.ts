// The files that the build has made, by their source file.
import { readFileSync } from 'node:fs'
import type { Manifest } from 'vite'

/** Where `npm run build` leaves what is served. */
export const dist = new URL('../dist/web/', import.meta.url)

export const manifest = () => JSON.parse(readFileSync(new URL('.vite/manifest.json', dist), 'utf8')) as Manifest

/** The address of the chunk of a source, such as 'areas/schedule/web/ScheduleScreen.tsx', as a pattern for `page.route`. */
export function chunkOf(source: string): string {
  const [chunk] = Object.entries(manifest()).filter(([key]) => key.endsWith(source))
  if (!chunk) throw new Error(`no chunk begins with ${source}`)
  return `**/${chunk[1].file}`
}
