// The demo starts again although a visitor has erased one of its employees.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { loadVariants } from '#platform/server/variants.ts'
import { loadDemo } from '../../../demo/load.ts'
import { doors, portsOn } from '../areas.ts'
import { readPortalConfig } from '../config.ts'
import { demoPorts } from '../demo-ports.ts'
import { copyOfTemplate } from '../test-copy.ts'
import { testPayslipKey, testWindow } from '../test-template.ts'
import { eraseByNumber } from './erase-employee.ts'

test('the demo is loaded again days after one of its employees was erased', async () => {
  const copy = await copyOfTemplate()
  const opened = await copy.open()
  const dataDir = await mkdtemp(join(tmpdir(), 'linjen-demo-'))
  try {
    const config = readPortalConfig({ DATA_DIR: dataDir, NODE_ENV: 'test', PAYSLIP_KEY: testPayslipKey })
    const variants = await loadVariants(config.variantsDir)
    const db = opened.longWork
    const clock = () => new Date('2026-11-25T21:00:00Z')
    const platform = { db, clock, config, variants, log: pino({ level: 'silent' }), version: '' }
    const { rows } = await sql<{ number: string }>`
      update employees set active = false where company = 'norr' and user_name = 'bertil' returning number`.execute(db)
    const number = rows[0]?.number as string
    await eraseByNumber(platform, { company: 'norr', number }, () => {})
    await loadDemo(platform, demoPorts(db), '2026-11-25', testWindow)
    for (const door of doors) await door.demo?.(platform, '2026-11-25', portsOn(db, platform.variants))
    const again = await sql`select from employees where company = 'norr' and number = ${number}`.execute(db)
    expect(again.rows).toEqual([])
  } finally {
    await opened.close()
    await copy.drop()
    await rm(dataDir, { recursive: true })
  }
})
