import type { Gate } from './claims.ts'

/**
 * One call of the API: its method, path and gate, with the types of its request and answer but without the schemas.
 * Areas list theirs in `calls.ts`, so that the shell can name a call without loading a schema library;
 * `contract.ts` beside it has the schemas, and the server refuses to register a call without them.
 */
export interface Call<Answer, Query = undefined, Body = undefined> {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** May hold `:name` parameters, which belong to Query. */
  readonly path: `/api/${string}`
  readonly gate?: Gate
  /** Other gates that also admit an employee. Only the server sets and checks them (`alsoFor`). */
  readonly also?: readonly Gate[]
  /** Takes a multipart form instead of JSON. */
  readonly form?: true
  /**
   * Its answers are kept on the phone, per employee, and shown when no answer comes. Never set for payslips, profile or
   * deviations. `start`: also shown at once when the app opens, before the answer has arrived.
   */
  readonly kept?: true | 'start'
  /** With `start`: whether a value has the shape of an answer. The phone's copy may be from another version, or damaged. */
  readonly fits?: (answer: unknown) => boolean
  /** Not written to the request log: even that somebody made the call, and when, would reveal too much. */
  readonly unlogged?: true
  /** Never present at run time: it only carries the types. */
  readonly types?: { answer: Answer; query: Query; body: Body }
}

export function get<Answer, Query = undefined>(path: `/api/${string}`, gate?: Gate): Call<Answer, Query> {
  return { method: 'GET', path, gate }
}

/** A reading call whose answers are kept on the phone for when there is no coverage; the area's `web/kept.ts` has their schema. */
export function kept<Answer, Query>(call: Call<Answer, Query>): Call<Answer, Query> {
  return { ...call, kept: true }
}

/** Like `kept`, and shown at the first render, which cannot wait for the schema library: `fits` takes the schema's place. */
export function keptForStart<Answer, Query>(
  call: Call<Answer, Query>,
  fits: (answer: unknown) => boolean,
): Call<Answer, Query> {
  return { ...call, kept: 'start', fits }
}

export function post<Answer, Body>(path: `/api/${string}`, gate?: Gate): Call<Answer, undefined, Body> {
  return { method: 'POST', path, gate }
}

/** A call that removes something. Its parameters are in the URL, and are what `useSend` submits. */
export function remove<Answer, Query>(path: `/api/${string}`, gate?: Gate): Call<Answer, Query, Query> {
  return { method: 'DELETE', path, gate }
}

/** The part of FormData that both sides have: the contract is compiled without the browser's types. */
export interface FormBody {
  append(name: string, value: never): void
}

/** A call that takes a file in a multipart form. */
export function upload<Answer>(path: `/api/${string}`, gate?: Gate): Call<Answer, undefined, FormBody> {
  return { method: 'POST', path, gate, form: true }
}

/** Messages by field name; those that belong to no field are under the empty name. */
export type ModelState = Readonly<Record<string, readonly string[]>>

/** What every call returns. `timestamp` is UTC; every other time on the wire is local wall-clock time. */
export interface Envelope<Result> {
  readonly result: Result
  readonly timestamp: string
}

export interface ErrorEnvelope extends Envelope<null> {
  readonly errorMessage: string
  readonly modelState?: ModelState
}
