import { validateHeaderName, validateHeaderValue } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import type { ErrorEnvelope, ModelState } from '#platform/contract/call.ts'
import { unavailableLog } from '../unavailable-log.ts'
import { RETRY_AFTER_SECONDS, Unavailable, type Needed } from '../unavailable.ts'
import { diskFault } from '../files/file-fault.ts'

/** A request that is answered with an error: a status, a sentence for the employee, and the fields at fault if any. */
export class Refusal extends Error {
  readonly status: number
  readonly modelState: ModelState | undefined
  constructor(status: number, message: string, modelState?: ModelState) {
    super(message)
    this.status = status
    this.modelState = modelState
  }
}

const badRequest = 'Något i det du skickade är fel.'

/** A malformed request: 400 with the field at fault. */
export const badlyFilled = (modelState: ModelState) => new Refusal(400, badRequest, modelState)

/** A well-formed write that is refused: 400 with the field at fault. */
export const refused = (modelState: ModelState) => new Refusal(400, 'Uppgifterna kunde inte sparas.', modelState)

export const notSignedIn = () => new Refusal(401, 'Du behöver logga in.')
export const notAnEmployee = () =>
  new Refusal(403, 'Ditt konto är inte kopplat till någon anställd här. Be din chef eller supporten om hjälp.')
export const notAllowed = () => new Refusal(403, 'Du har inte behörighet till det här.')
/** Also for something that exists but belongs to another employee: the answer must not reveal that it exists. */
export const notFound = () => new Refusal(404, 'Det du söker finns inte.')

const sentences: Readonly<Record<number, string>> = {
  400: badRequest,
  404: 'Adressen finns inte.',
  405: 'Adressen kan inte anropas på det sättet.',
  408: 'Det du skickade kom inte fram i tid. Försök igen.',
  413: 'Det du skickade är för stort.',
  415: 'Innehållet har fel format.',
  431: 'Det du skickade är för stort.',
  429: 'För många försök på kort tid. Vänta en stund och försök igen.',
}

const unavailable: Readonly<Record<Needed, string>> = {
  database: 'Portalen är tillfälligt otillgänglig. Försök igen om en stund.',
  'sign-in provider': 'Inloggningstjänsten svarar inte just nu. Försök igen om en stund.',
}

/** While the portal stops: another process, or the next one, will answer. */
export const stoppingSentence = 'Portalen startas om. Försök igen om en stund.'

/** The sentence for a status. */
export const sentenceOf = (status: number): string => sentences[status] ?? badRequest

export function errorEnvelope(errorMessage: string, modelState?: ModelState): ErrorEnvelope {
  return { result: null, timestamp: new Date().toISOString(), errorMessage, ...(modelState ? { modelState } : {}) }
}

interface SchemaIssue {
  readonly keyword: string
  readonly instancePath: string
  readonly message?: string
  readonly params: { readonly keys?: readonly string[] } & Readonly<Record<string, unknown>>
}

/** The schema's issues by top-level field. */
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

/** The refusal for a schema's validation error, with what else is wrong; null for every other error. */
export function refusalBySchema(error: unknown, alsoWrong: ModelState = {}): Refusal | null {
  if (!hasZodFastifySchemaValidationErrors(error)) return null
  const issues = error.validation as unknown as readonly SchemaIssue[]
  return badlyFilled({ ...alsoWrong, ...modelStateOf(issues) })
}

const unstored = {
  full: 'Det gick inte att spara, för portalens lagring är full. Försök igen senare.',
  unwritable: 'Portalens fillagring går inte att använda just nu. Försök igen senare.',
}

const logFailure = ({ log }: FastifyRequest, { name, message, stack }: Error) =>
  log.error({ err: { type: name, message, stack } }, 'request failed')

/**
 * Removes from a failed answer the headers that do not fit its error: the encoding of the body that was to be sent, and headers that Node
 * refuses to write. With these the error would fail too, and Fastify would then write one of its own without any header.
 */
function dropUnfit(reply: FastifyReply): void {
  reply.removeHeader('content-encoding')
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    try {
      validateHeaderName(name)
      validateHeaderValue(name, String(value))
    } catch {
      reply.removeHeader(name)
    }
  }
}

/** PostgreSQL's character_not_in_repertoire: a NUL in the request, which is the client's fault, not the portal's. */
const notText = '22021'

/** RFC 6750, 3.1: only a client that sent a token gets the reason. */
const bearerChallenge = (sent: string | undefined) => (sent ? 'Bearer error="invalid_token"' : 'Bearer')

/** Answers every error in the specified shape. An unexpected error is logged, and the answer does not reveal its cause. */
export function answerErrors(app: FastifyInstance): void {
  const logUnavailable = unavailableLog(app.log)
  app.setErrorHandler(
    (error: Error & { statusCode?: number; validation?: unknown; code?: unknown }, request, reply) => {
      dropUnfit(reply)
      const refusal = error instanceof Refusal ? error : refusalBySchema(error)
      if (refusal) {
        if (refusal.status === 401) reply.header('www-authenticate', bearerChallenge(request.headers.authorization))
        // The fault is in the parameters of a reading call. Nothing was to be saved, so the message must not be about saving.
        const message = refusal.modelState && request.method === 'GET' ? badRequest : refusal.message
        return reply.status(refusal.status).send(errorEnvelope(message, refusal.modelState))
      }
      if (error instanceof Unavailable) {
        logUnavailable(error)
        return reply
          .status(503)
          .header('retry-after', RETRY_AFTER_SECONDS)
          .send(errorEnvelope(unavailable[error.needed]))
      }
      const disk = diskFault(error)
      if (disk) {
        logFailure(request, error)
        return reply.status(503).header('retry-after', '60').send(errorEnvelope(unstored[disk]))
      }
      const status = error.code === notText ? 400 : (error.statusCode ?? 500)
      if (status < 500) {
        const message = sentenceOf(status)
        const modelState = status === 400 ? { '': [message] } : undefined
        return reply.status(status).send(errorEnvelope(message, modelState))
      }
      logFailure(request, error)
      return reply.status(500).send(errorEnvelope('Ett fel inträffade'))
    },
  )
}
