import type { Gate } from './claims.ts'

/**
 * One call of the API: its method, path and gate, typed by what it takes and answers, but without the schemas.
 * Areas list theirs in `calls.ts`, so that the shell can name a call without loading a schema library;
 * `contract.ts` beside it holds the schemas, and the server refuses to register a call without them.
 */
export interface Call<Answer, Query = undefined, Body = undefined> {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** May hold `:name` parameters, which belong to Query. */
  readonly path: `/api/${string}`
  readonly gate?: Gate
  /** Takes a multipart form instead of JSON. */
  readonly form?: true
  /**
   * Its answers are kept on the phone, under whoever got them, and shown when no answer comes. Never what pays, profile and
   * deviations say. `start`: also shown at once when the app opens, before the answer is there.
   */
  readonly kept?: true | 'start'
  /** With `start`: whether something is of the form of an answer. What a phone has kept may be of another version, or none at all. */
  readonly fits?: (answer: unknown) => boolean
  /** Leaves no line in the request log: even that somebody asked, and when, would say too much. */
  readonly unlogged?: true
  /** Never present at run time: it carries the types. */
  readonly types?: { answer: Answer; query: Query; body: Body }
}

export function get<Answer, Query = undefined>(path: `/api/${string}`, gate?: Gate): Call<Answer, Query> {
  return { method: 'GET', path, gate }
}

/** A reading call whose answers are kept on the phone for when there is no coverage; the area's `web/kept.ts` has their schema. */
export function kept<Answer, Query>(call: Call<Answer, Query>): Call<Answer, Query> {
  return { ...call, kept: true }
}

/** As `kept`, and shown before the first drawing, which cannot wait for a schema: `fits` takes its place. */
export function keptForStart<Answer, Query>(
  call: Call<Answer, Query>,
  fits: (answer: unknown) => boolean,
): Call<Answer, Query> {
  return { ...call, kept: 'start', fits }
}

export function post<Answer, Body>(path: `/api/${string}`, gate?: Gate): Call<Answer, undefined, Body> {
  return { method: 'POST', path, gate }
}

/** A call that removes something. Its parameters travel in the address, and are what `useSend` submits. */
export function remove<Answer, Query>(path: `/api/${string}`, gate?: Gate): Call<Answer, Query, Query> {
  return { method: 'DELETE', path, gate }
}

/** A FormData, as far as both sides know it: the contract has no browser's types. */
export interface FormBody {
  append(name: string, value: never): void
}

/** A call that takes a file in a multipart form. */
export function upload<Answer>(path: `/api/${string}`, gate?: Gate): Call<Answer, undefined, FormBody> {
  return { method: 'POST', path, gate, form: true }
}

/** Field name to messages; an empty name holds what belongs to no field. */
export type ModelState = Readonly<Record<string, readonly string[]>>

/** What every call answers. `timestamp` is UTC; every other time on the wire is local wall-clock. */
export interface Envelope<Result> {
  readonly result: Result
  readonly timestamp: string
}

export interface ErrorEnvelope extends Envelope<null> {
  readonly errorMessage: string
  readonly modelState?: ModelState
}
