// A data folder whose disk is unmounted while the portal runs.
import { cp, type FileHandle, mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { claimDataDir } from '#platform/server/data-dir.ts'
import { NotStored } from '#platform/server/files/file-fault.ts'
import { filledForm } from './answers-fixture.ts'
import { surveyPortal, type SurveyPortal } from './survey-fixture.ts'

let portal: SurveyPortal
beforeAll(async () => {
  portal = await surveyPortal()
  await claimDataDir(portal.db, portal.dataDir)
})
afterAll(() => portal.close())

const sealed = async () =>
  (await sql<{ n: number }>`select count(*)::int as n from survey_sealed`.execute(portal.db)).rows[0]?.n
const send = async (userName: string) => {
  const { status, body } = await portal.send(userName, 'POST', '/api/undersokning/send', {
    body: filledForm('forare', ''),
  })
  return [status, body.result]
}

test('no answer is sealed with a key that would be hidden below the disk when it is mounted again', async () => {
  const unmounted = `${portal.dataDir}-unmounted`
  expect(await send('anna')).toEqual([200, 'Tack för ditt svar.'])
  await rename(portal.dataDir, unmounted)
  await mkdir(portal.dataDir)
  expect(await send('gunilla')).toEqual([503, null])
  expect([await readdir(portal.dataDir), await sealed()]).toEqual([[], 1])
  // Nor with one that an earlier time without the disk has left there.
  await cp(join(unmounted, 'survey-keys'), join(portal.dataDir, 'survey-keys'), { recursive: true })
  expect(await send('gunilla')).toEqual([503, null])
  expect(await sealed()).toBe(1)

  await rm(portal.dataDir, { recursive: true })
  await rename(unmounted, portal.dataDir)
  expect(await send('gunilla')).toEqual([200, 'Tack för ditt svar.'])
  expect(await portal.keys.list()).toHaveLength(1)
})

test('a key that is written just when the disk is unmounted is not used, and removed', async () => {
  const marker = join(portal.dataDir, 'linjen.id')
  const before = await portal.keys.list()
  const handle = await open(marker)
  const id = await handle.readFile()
  const write = vi.spyOn(Object.getPrototypeOf(handle) as FileHandle, 'sync')
  await handle.close()
  // What is written from here on is on the disk below, which has no marker.
  write.mockImplementationOnce(() => rm(marker))
  await expect(portal.keys.create()).rejects.toThrow(NotStored)
  write.mockRestore()
  expect(await portal.keys.list()).toEqual(before)
  await writeFile(marker, id)
})
