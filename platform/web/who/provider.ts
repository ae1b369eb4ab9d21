import type { Answer } from './keeper.ts'

let way: (() => Promise<Answer>) | undefined

/** Sets how a new token is requested silently from the provider; app passes sign-in's function. */
export function setRenewal(ask: typeof way): void {
  way = ask
}

/** Asks the provider once. Only the keeper decides when to call this. */
export const askProvider = (): Promise<Answer> => (way ? way() : Promise.resolve('refused'))
