import { pageAt } from '#platform/contract/pages.ts'

/** 'Mina uppdrag' on a day. */
export const dayPath = (date: string) => `${pageAt('minauppdrag')}?datum=${date}`
