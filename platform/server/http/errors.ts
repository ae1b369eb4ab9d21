import type { FastifyInstance, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import type { ErrorEnvelope, ModelState } from '#platform/contract/call.ts'
import { unavailableLog } from '../unavailable-log.ts'
import { RETRY_AFTER_SECONDS, Unavailable, type Needed } from '../unavailable.ts'
import { diskFault } from '../files/file-fault.ts'

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

const badRequest = 'Något i det du skickade är fel.'

/** A request that cannot be meant so: 400 with the field to blame. */
export const badlyFilled = (modelState: ModelState) => new Refusal(400, badRequest, modelState)

/** A write that is understood but refused: 400 with the field to blame. */
export const refused = (modelState: ModelState) => new Refusal(400, 'Uppgifterna kunde inte sparas.', modelState)

export const notSignedIn = () => new Refusal(401, 'Du behöver logga in.')
export const notAnEmployee = () =>
  new Refusal(403, 'Ditt konto är inte kopplat till någon anställd här. Be din chef eller supporten om hjälp.')
export const notAllowed = () => new Refusal(403, 'Du har inte behörighet till det här.')
/** Also for what exists but is another's: the answer must not tell which. */
export const notFound = () => new Refusal(404, 'Det du söker finns inte.')

const sentences: Readonly<Record<number, string>> = {
  400: badRequest,
  404: 'Adressen finns inte.',
  405: 'Adressen kan inte anropas så.',
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

/** While the portal stops: another process, or the next one, answers. */
export const stoppingSentence = 'Portalen startas om. Försök igen om en stund.'

/** A status for which there is a sentence, with it. */
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

/** What a schema refuses as a request's answer, with what else is wrong; null for every other error. */
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

/** PostgreSQL's character_not_in_repertoire: a NUL in what was asked for. Whoever asks for such a thing is at fault, not the portal. */
const notText = '22021'

/** RFC 6750, 3.1: what is wrong is told only to who sent a token. */
const bearerChallenge = (sent: string | undefined) => (sent ? 'Bearer error="invalid_token"' : 'Bearer')

/** Answers every error in the specified shape. What is not foreseen is logged and says nothing of its cause. */
export function answerErrors(app: FastifyInstance): void {
  const logUnavailable = unavailableLog(app.log)
  app.setErrorHandler(
    (error: Error & { statusCode?: number; validation?: unknown; code?: unknown }, request, reply) => {
      const refusal = error instanceof Refusal ? error : refusalBySchema(error)
      if (refusal) {
        if (refusal.status === 401) reply.header('www-authenticate', bearerChallenge(request.headers.authorization))
        // A reading call's parameters are refused as a write's fields are; nothing was to be saved.
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
