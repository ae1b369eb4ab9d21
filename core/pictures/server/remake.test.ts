import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { diskFault, NotRead } from '#platform/server/files/file-fault.ts'
import { remakePicture } from './remake.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linjen-remade-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Takes about a second to decode. */
async function largePicture(): Promise<string> {
  const path = join(folder, 'large.png')
  const picture = sharp({
    create: {
      width: 4000,
      height: 4000,
      channels: 3,
      background: '#147',
      noise: { type: 'gaussian', mean: 99, sigma: 40 },
    },
  })
  await writeFile(path, await picture.png({ compressionLevel: 1 }).toBuffer())
  return path
}

async function decoding(): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,stat=,args='])
  const lines = stdout.split('\n').filter((line) => line.includes('picture-process.ts') && !/ Z/.test(line))
  return lines
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([pid = 0, parent]) => (parent === process.pid ? [pid] : []))
}

test('a picture whose process is killed is made by another', { timeout: 300_000 }, async () => {
  const large = await largePicture()
  // A first picture starts the process, so that it is decoding when it is killed.
  const small = join(folder, 'small.png')
  await sharp({ create: { width: 40, height: 40, channels: 3, background: '#147' } }).toFile(small)
  await remakePicture(small, 'anna')
  const made = remakePicture(large, 'anna')
  for (const pid of await decoding()) process.kill(pid, 'SIGKILL')
  expect(await sharp((await made).full).metadata()).toMatchObject({ format: 'jpeg', width: 2000, height: 2000 })
})

test('the picture that takes most memory of those that are accepted is made', { timeout: 120_000 }, async () => {
  const path = join(folder, 'progressive.jpg')
  const picture = sharp({ create: { width: 8160, height: 6120, channels: 3, background: '#147' } })
  await picture.withMetadata({ orientation: 6 }).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toFile(path)
  expect(await sharp((await remakePicture(path, 'anna')).full).metadata()).toMatchObject({ width: 1500, height: 2000 })
})

test('of many pictures at once at most two are decoded, none is mixed up, and what is no picture stops none', async () => {
  const sides = [40, 50, 60, 70, 80]
  const paths = await Promise.all(
    sides.map(async (side) => {
      const path = join(folder, `${side}.png`)
      await sharp({ create: { width: side, height: side, channels: 3, background: '#147' } }).toFile(path)
      return path
    }),
  )
  const damaged = join(folder, 'damaged.png')
  await writeFile(damaged, (await sharp(paths[4]).png().toBuffer()).subarray(0, 60))
  const made = await Promise.all(
    [paths[0]!, damaged, ...paths.slice(1)].map((path) =>
      remakePicture(path, path).then(
        ({ full }) => sharp(full).metadata(),
        (error: unknown) => String(error),
      ),
    ),
  )
  expect(made.map((each) => (typeof each === 'string' ? each : each.width))).toEqual([
    40,
    'Error: Bilden är skadad och kan inte läsas.',
    50,
    60,
    70,
    80,
  ])
  expect((await decoding()).length).toBeLessThanOrEqual(2)
})

test('whoever sends many slow pictures holds up only his or her own', { timeout: 300_000 }, async () => {
  const large = await largePicture()
  const small = join(folder, 'another.png')
  await sharp({ create: { width: 40, height: 40, channels: 3, background: '#147' } }).toFile(small)
  const done: string[] = []
  const makes = (path: string, sender: string) => remakePicture(path, sender).then(() => done.push(sender))
  const slow = Array.from({ length: 4 }, () => makes(large, 'anna'))
  await Promise.all([...slow, makes(small, 'eva')])
  expect(done.indexOf('eva')).toBeLessThanOrEqual(1)
  await expect(remakePicture(join(folder, 'absent.png'), 'anna')).rejects.toThrow('ENOENT')
  await makes(small, 'anna')
})

test('a disk that fails is no damaged picture: the sender is asked to try again', async () => {
  // Linux reports an I/O error for what a process has not mapped, as a disk does for a sector that it cannot read.
  for (const path of ['/proc/self/mem', join(folder, 'absent.png')]) {
    const failed: unknown = await remakePicture(path, 'anna').catch((error: unknown) => error)
    expect([failed, diskFault(failed)]).toEqual([expect.any(NotRead), 'unwritable'])
  }
})
