import type { FastifyInstance } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import type { ErrorEnvelope, ModelState } from '#platform/contract/call.ts'

/** A request that is answered with an error: a status, a sentence for a person, and fields where they are to blame. */
export class Refusal extends Error {
  readonly status: number
  readonly modelState: ModelState | undefined
  constructor(status: number, message: string, modelState?: ModelState) {
    super(message)
    this.status = status
    this.modelState = modelState
  }
}

/** A write that is understood but refused: 400 with the field to blame. */
export const refused = (modelState: ModelState) => new Refusal(400, 'Uppgifterna kunde inte sparas.', modelState)

export const notSignedIn = () => new Refusal(401, 'Du behöver logga in.')
export const notAnEmployee = () => new Refusal(403, 'Ditt konto är inte kopplat till någon anställd här.')
export const notAllowed = () => new Refusal(403, 'Du har inte behörighet till det här.')
/** Also for what exists but is another's: the answer must not tell which. */
export const notFound = () => new Refusal(404, 'Det du söker finns inte.')

const badRequest = 'Förfrågan innehåller fel.'
const sentences: Readonly<Record<number, string>> = {
  400: badRequest,
  404: 'Adressen finns inte.',
  413: 'Det du skickade är för stort.',
  415: 'Innehållet har fel format.',
  429: 'För många förfrågningar. Vänta en stund och försök igen.',
}

export function errorEnvelope(errorMessage: string, modelState?: ModelState): ErrorEnvelope {
  return { result: null, timestamp: new Date().toISOString(), errorMessage, ...(modelState ? { modelState } : {}) }
}

interface SchemaIssue {
  readonly keyword: string
  readonly instancePath: string
  readonly message?: string
  readonly params: { readonly keys?: readonly string[] } & Readonly<Record<string, unknown>>
}

/** The schema's complaints by the top-level field that each is about. */
function modelStateOf(issues: readonly SchemaIssue[]): ModelState {
  // Without a prototype: a field may be called 'constructor'.
  const state: Record<string, string[]> = Object.create(null)
  const add = (field: string, message: string) => {
    const messages = (state[field] ??= [])
    if (!messages.includes(message)) messages.push(message)
  }
  for (const issue of issues) {
    const unknown = issue.params?.keys
    if (unknown) for (const key of unknown) add(key, 'Okänt fält')
    else add(issue.instancePath.split('/')[1] ?? '', issue.message ?? 'Felaktigt värde')
  }
  return state
}

/** PostgreSQL's character_not_in_repertoire: a NUL in what was asked for. Whoever asks for such a thing is at fault, not the portal. */
const notText = '22021'

/** Answers every error in the specified shape. What is not foreseen is logged and says nothing of its cause. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler(
    (error: Error & { statusCode?: number; validation?: unknown; code?: unknown }, request, reply) => {
      if (error instanceof Refusal) {
        return reply.status(error.status).send(errorEnvelope(error.message, error.modelState))
      }
      if (hasZodFastifySchemaValidationErrors(error)) {
        const issues = error.validation as unknown as readonly SchemaIssue[]
        return reply.status(400).send(errorEnvelope(badRequest, modelStateOf(issues)))
      }
      const status = error.code === notText ? 400 : (error.statusCode ?? 500)
      if (status < 500) {
        const message = sentences[status] ?? sentences[400] ?? ''
        const modelState = status === 400 ? { '': [message] } : undefined
        return reply.status(status).send(errorEnvelope(message, modelState))
      }
      request.log.error({ err: { type: error.name, message: error.message, stack: error.stack } }, 'request failed')
      return reply.status(500).send(errorEnvelope('Ett fel inträffade'))
    },
  )
}
