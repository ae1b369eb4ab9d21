// Loaded only where OTEL_EXPORTER_OTLP_ENDPOINT is set: docs/decisions/0056.
import { randomUUID } from 'node:crypto'
import { FastifyOtelInstrumentation } from '@fastify/otel'
import { propagation, type Attributes } from '@opentelemetry/api'
import { ExportResultCode, parseKeyPairsIntoRecord, W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  type ReadableSpan,
  type SpanExporter,
} from '@opentelemetry/sdk-trace-base'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Config } from '#platform/server/config.ts'
import { endsWithin } from './stop.ts'
// For the type of `config.call`.
import '#platform/server/http/answer.ts'

export interface Tracing {
  /** Traces routes that are registered afterwards. */
  register(app: FastifyInstance): Promise<void>
  /** Sends the remaining spans, but does not wait long for the collector. */
  close(): Promise<void>
}

const STOP_MS = 1000

/**
 * All attributes of a request that leave the portal. Its address does not, because it contains ids and the secrets of
 * calendars.
 */
const told = new Set([
  'http.request.method',
  'http.request.header.x-request-id',
  'http.response.status_code',
  'http.route',
  'fastify.type',
])

/** A copy of a span without anything that could name a person: other attributes, events, and an error's message. */
function anonymous(span: ReadableSpan): ReadableSpan {
  const attributes: Attributes = Object.fromEntries(Object.entries(span.attributes).filter(([name]) => told.has(name)))
  const events: ReadableSpan['events'] = []
  return Object.create(span, {
    attributes: { value: attributes },
    events: { value: events },
    status: { value: { code: span.status.code } },
  }) as ReadableSpan
}

/** Sends a span of each request, and of its handler, to an OpenTelemetry collector, by OTLP over HTTP in JSON. */
export function openTracing(
  { endpoint, headers }: NonNullable<Config['collector']>,
  version: string,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Tracing {
  const base = endpoint.href.replace(/\/*$/, '/')
  // The exporter itself would read the headers from the environment, but not from a file.
  const otlp = new OTLPTraceExporter({
    url: new URL('v1/traces', base).href,
    headers: parseKeyPairsIntoRecord(headers),
  })
  let failing = false
  const exporter: SpanExporter = {
    export: (spans, done) =>
      otlp.export(spans.map(anonymous), (result) => {
        const failed = result.code !== ExportResultCode.SUCCESS
        // Logged once, not for every batch.
        if (failed && !failing) log.warn({ reason: result.error?.message }, 'spans were not taken')
        failing = failed
        done(result)
      }),
    shutdown: () => otlp.shutdown(),
  }
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({
      'service.name': process.env['OTEL_SERVICE_NAME'] ?? 'linjen',
      'service.version': version,
      'service.instance.id': randomUUID(),
    }),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  })
  // Continues the trace of a trusted proxy. Trace headers of other clients have been removed (request-id.ts).
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  const instrumentation = new FastifyOtelInstrumentation({
    instrumentHooks: false,
    recordExceptions: false,
    requestHook: (span, request) => {
      span.updateName(`${request.method} ${request.routeOptions.url ?? ''}`.trimEnd())
      span.setAttribute('http.request.header.x-request-id', [request.id])
    },
  })
  instrumentation.setTracerProvider(provider)
  return {
    async register(app) {
      app.addHook('onRoute', (route) => {
        // Anonymous answers are not traced, because nobody may know when one came. Traces of probes would say nothing.
        if (route.config?.call?.unlogged || route.config?.probe) route.config.otel = false
      })
      await app.register(instrumentation.plugin())
    },
    close: async () => void (await endsWithin(provider.shutdown(), STOP_MS)),
  }
}
