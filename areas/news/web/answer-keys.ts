import type { NewsComment } from '../contract.ts'

/** The keys of everything that the office has answered about the employee's comments: who reads a comment has seen all of it. */
export const answerKeys = (comments: readonly NewsComment[]): string[] =>
  comments.flatMap(({ svar, tidigareSvar = [] }) => [...tidigareSvar, ...(svar === undefined ? [] : [svar])])
