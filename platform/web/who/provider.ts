import type { Answer } from './keeper.ts'

let way: (() => Promise<Answer>) | undefined

/** Tells how the provider is asked for a new token in silence: sign-in's business, which app hands in. */
export function renewBy(ask: typeof way): void {
  way = ask
}

/** Asks the provider once. Only the keeper decides when. */
export const askProvider = (): Promise<Answer> => (way ? way() : Promise.resolve('refused'))
