import { extensionOf } from '#core/documents/rules.ts'
import type { PolicyDocument } from '../contract.ts'

/** A document's name without its file ending. */
export const titleOf = ({ filename }: Pick<PolicyDocument, 'filename'>) => {
  const extension = extensionOf(filename)
  return extension ? filename.slice(0, -extension.length - 1) : filename
}
