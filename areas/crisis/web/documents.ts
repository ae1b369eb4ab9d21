import { documentsFailed } from '#core/documents/web/load-texts.ts'

export const documentOptions = { failedText: documentsFailed } as const

export const noDocuments = 'Det finns inga dokument för dig här'
