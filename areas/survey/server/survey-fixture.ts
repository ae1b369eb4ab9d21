import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import type { Database, Platform } from '#platform/server/area.ts'
import { readConfig } from '#platform/server/config.ts'
import { loadVariants } from '#platform/server/variants.ts'
import { testPortal, type TestPortal } from '../../../app/server/test-portal.ts'
import type { ContentType } from '../contract/status.ts'
import { contentTypeOf } from '../rules.ts'
import { filledForm } from './answers-fixture.ts'
import { type GivenAnswer, read } from './given-answer.ts'
import { keyFolder, type KeyFolder } from './key-folder.ts'
import { mix } from './mix.ts'
import { open } from './seal.ts'

export interface SurveyPortal extends TestPortal {
  readonly dataDir: string
  readonly platform: Platform
  readonly keys: KeyFolder
  mix(): Promise<void>
  /** Sends a completed form with these words in it. Returns the reply. */
  answer(userName: string, form: ContentType, words?: string): Promise<string>
}

/** A portal with its own data folder, in which nobody has answered yet. */
export async function surveyPortal(options: { onDisk?: boolean } = {}): Promise<SurveyPortal> {
  const dataDir = await mkdtemp(join(tmpdir(), 'linjen-survey-'))
  const settings = { NODE_ENV: 'test', DATA_DIR: dataDir, WRITES_PER_MINUTE: '1000000' }
  const portal = await testPortal(settings, options)
  const config = readConfig(settings)
  const variants = await loadVariants(config.variantsDir)
  const { db, clock, logged } = portal
  const log = pino({ level: 'info', base: null }, { write: (line: string) => void logged.push(line) })
  const platform = { db, config, variants, clock: () => clock.now, log, version: '1' }
  return {
    ...portal,
    dataDir,
    platform,
    keys: await keyFolder(db, dataDir),
    mix: () => mix(platform),
    async answer(userName, form, words = '') {
      const { body } = await portal.send(userName, 'POST', '/api/undersokning/send', { body: filledForm(form, words) })
      return body.result
    },
    close: async () => {
      await portal.close()
      await rm(dataDir, { recursive: true })
    },
  }
}

export interface Colleague {
  readonly id: string
  readonly userName: string
  readonly company: string
  readonly area: string | null
  readonly form: ContentType
}

/** The employees and the form that each gets, in an order that is unrelated to any of their data. */
export async function staffOf(db: Database, companies: readonly string[]): Promise<Colleague[]> {
  const { rows } = await sql<Omit<Colleague, 'form'> & { positions: string[] }>`
    select e.id, e.user_name as "userName", e.company,
      (select min(c.value) from employee_claims c where c.employee_id = e.id and c.type = 'IntraCompanyArea') as area,
      array(select c.value from employee_claims c where c.employee_id = e.id and c.type = 'IntraPosition') as positions
    from employees e where e.company = any(${companies}) order by md5(e.user_name)`.execute(db)
  return rows.map(({ positions, ...person }) => ({ ...person, form: contentTypeOf(positions) }))
}

/** All answers, sealed or not, as the portal itself can read them. */
export async function allAnswers(db: Database, keys: KeyFolder): Promise<GivenAnswer[]> {
  const { rows: boxes } = await sql<{ epoch: string; box: Uint8Array }>`select epoch, box from survey_sealed`.execute(
    db,
  )
  const sealed = await Promise.all(boxes.map(async ({ epoch, box }) => read(open(epoch, await keys.read(epoch), box))))
  return [...(await mixedAnswers(db)), ...sealed]
}

/** The answers that may be read when the survey is evaluated. */
export async function mixedAnswers(db: Database): Promise<GivenAnswer[]> {
  const { rows } = await sql<GivenAnswer>`
    select year, form, company, area, answers, false as old from survey_answers`.execute(db)
  return rows
}
