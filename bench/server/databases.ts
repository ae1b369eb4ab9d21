import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { messageOf } from '../processes.ts'
import type { Undo } from '../undo.ts'

const fillMs = 30 * 60_000

/** Creates a database, which is removed after the run. Returns its address. */
export async function emptyDatabase(postgres: string, undo: Undo): Promise<string> {
  const database = `linjen_bench_${randomUUID().replaceAll('-', '')}`
  const address = new URL(postgres)
  await onServer(postgres, `create database ${database}`)
  undo.add(() => onServer(postgres, `drop database ${database} with (force)`))
  address.pathname = `/${database}`
  return address.href
}

/** The message of a process that fills a database, once it has ended. */
export async function filledBy<Filled>(child: ChildProcess): Promise<Filled> {
  const filled = await messageOf<Filled>(child, fillMs)
  child.disconnect()
  await new Promise((resolve) => (child.exitCode === null ? child.once('exit', resolve) : resolve(null)))
  return filled
}

async function onServer(postgres: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: postgres })
  await client.connect()
  await client.query(statement)
  await client.end()
}
