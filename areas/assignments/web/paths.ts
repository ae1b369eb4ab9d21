import { pageAt } from '#platform/contract/pages.ts'

/** The path of 'Mina uppdrag' for a day. */
export const dayPath = (date: string) => `${pageAt('minauppdrag')}?datum=${date}`
