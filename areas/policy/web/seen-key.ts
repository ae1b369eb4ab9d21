import type { PolicyDocument } from '../contract.ts'

/** Identifies a version of a document among the things that the employee has seen. */
export const documentKey = ({ filename, date }: Pick<PolicyDocument, 'filename' | 'date'>) =>
  `dokument:${date}:${filename}`
