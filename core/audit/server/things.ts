import type { Platform } from '#platform/server/area.ts'
import { wordOfThing } from '../rules.ts'

const named = new WeakMap<Platform, ReadonlyMap<string, string>>()

/** Registers the Swedish word for a kind of things in the audit that another part brings. */
export function nameThing(platform: Platform, kind: string, word: string): void {
  named.set(platform, new Map([...(named.get(platform) ?? []), [kind, word]]))
}

export const thingInWords = (platform: Platform, kind: string): string =>
  named.get(platform)?.get(kind) ?? wordOfThing(kind)
