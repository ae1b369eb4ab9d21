import { totalmem } from 'node:os'
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'

/** The connections to PostgreSQL of one kind: now in use, open but idle, and how many statements wait for one. */
export interface PoolState {
  readonly pool: string
  readonly inUse: number
  readonly idle: number
  readonly waiting: number
}

/** A number that a monitoring system asks for: of the whole portal or of a company, never of a person. */
export interface Measure {
  /** As Prometheus names it, with its unit: 'linjen_feed_imported_timestamp_seconds'. */
  readonly name: string
  readonly help: string
  readonly read: () => Promise<readonly { readonly company?: string; readonly kind?: string; readonly value: number }[]>
}

export interface Metrics {
  /** Counts an answer. `route` is the pattern of its address, so that no id becomes a label. */
  answered(answer: {
    readonly method: string
    readonly route: string
    readonly status: number
    readonly seconds: number
  }): void
  signInRefused(): void
  jobFailed(work: string): void
  /** All numbers in Prometheus's text format, version 0.0.4. */
  text(): Promise<string>
  readonly contentType: string
}

interface JobTold {
  readonly name: string
  readonly rhythm: string
  readonly succeededAt: Date | null
  readonly runningSince: Date | null
}

interface Sources {
  readonly pools: () => readonly PoolState[]
  readonly measures: readonly Measure[]
  /** The jobs, when each last succeeded in any process, and since when one is doing it. */
  readonly jobs: () => Promise<readonly JobTold[]>
  /** The jobs' names. Their failure counters start at 0, because a counter that first appears with a failure shows no increase. */
  readonly jobNames: readonly string[]
}

const GIB = 1024 ** 3
/** More than a process without a limit should ever need: an import of a large feed takes a fifth of it. */
const ENOUGH_BYTES = 2 * GIB
/** Within a limit, the rest is for the processes that read photos and documents (values.yaml). */
const SHARE_BYTES = GIB

/** The bytes of memory that this process may use, within the limit of its container or unit if it has one. */
export function memoryLimit(constrained: number, total: number): number {
  const isLimited = constrained > 0 && constrained < total
  return isLimited ? Math.min(constrained, SHARE_BYTES) : ENOUGH_BYTES
}

const seconds = (at: Date | null) => at && at.getTime() / 1000

/** Creates the numbers that a process counts from its start, together with Node.js's own (memory, processor, event loop). */
export function createMetrics({ pools, measures, jobs, jobNames }: Sources): Metrics {
  const register = new Registry()
  const registers = [register]
  collectDefaultMetrics({ register })
  const answers = new Counter({
    name: 'linjen_http_requests_total',
    help: 'Answered requests',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const times = new Histogram({
    name: 'linjen_http_request_duration_seconds',
    help: 'Time from a request to its answer, without that in which its body came',
    labelNames: ['method', 'route'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  })
  const refused = new Counter({
    name: 'linjen_sign_ins_refused_total',
    help: 'Requests with a token that was refused',
    registers,
  })
  new Gauge({
    name: 'linjen_memory_limit_bytes',
    help: 'The memory that this process may use',
    registers,
  }).set(memoryLimit(process.constrainedMemory(), totalmem()))
  const failures = new Counter({
    name: 'linjen_job_failures_total',
    help: 'Failures of the work of every hour and night in this process',
    labelNames: ['work'],
    registers,
  })
  for (const work of jobNames) failures.inc({ work }, 0)
  register.registerMetric(
    new Gauge({
      name: 'linjen_database_connections',
      help: 'Open connections to PostgreSQL',
      labelNames: ['pool', 'state'],
      registers: [],
      collect() {
        for (const { pool, inUse, idle } of pools()) {
          this.set({ pool, state: 'in use' }, inUse)
          this.set({ pool, state: 'idle' }, idle)
        }
      },
    }),
  )
  register.registerMetric(
    new Gauge({
      name: 'linjen_database_waiting',
      help: 'Statements that wait for a connection',
      labelNames: ['pool'],
      registers: [],
      collect() {
        for (const { pool, waiting } of pools()) this.set({ pool }, waiting)
      },
    }),
  )
  const unread = new Counter({
    name: 'linjen_measures_unread_total',
    help: 'Numbers of the database that could not be read when they were asked for',
    registers,
  })
  const ofJobs = (name: string, help: string, value: (job: JobTold) => number | null) =>
    register.registerMetric(
      new Gauge({
        name,
        help,
        // Not `job`: Prometheus itself puts that label on everything, and renames an existing label of that name.
        labelNames: ['work', 'every'],
        registers: [],
        async collect() {
          this.reset()
          try {
            for (const job of await jobs()) {
              const told = value(job)
              if (told !== null) this.set({ work: job.name, every: job.rhythm }, told)
            }
          } catch {
            unread.inc()
          }
        },
      }),
    )
  ofJobs(
    'linjen_job_last_success_timestamp_seconds',
    'When the work of every hour and night last succeeded in any process; 0: never',
    ({ succeededAt }) => seconds(succeededAt) ?? 0,
  )
  ofJobs(
    'linjen_job_running_since_timestamp_seconds',
    'Since when the work is being done that now is, in any process',
    ({ runningSince }) => seconds(runningSince),
  )
  for (const { name, help, read } of measures) {
    register.registerMetric(
      new Gauge({
        name,
        help,
        labelNames: ['company', 'kind'],
        registers: [],
        async collect() {
          this.reset()
          try {
            for (const { value, ...labels } of await read()) this.set(labels, value)
          } catch {
            // If the database is away, the other numbers are still reported.
            unread.inc()
          }
        },
      }),
    )
  }
  return {
    answered({ method, route, status, seconds }) {
      answers.inc({ method, route, status })
      times.observe({ method, route }, seconds)
    },
    signInRefused: () => refused.inc(),
    jobFailed: (work) => failures.inc({ work }),
    text: () => register.metrics(),
    contentType: register.contentType,
  }
}
