import { beforeEach, expect, it } from 'vitest'
import { ApiError } from '#platform/web/wire/api-error.ts'
import { keptOf, type KeptPhoto, type Most, photoQueue, type PhotoQueue, type Upload } from './photo-queue.ts'
import { NoPhoto } from './shrink.ts'

const HOUR = 3_600_000
const now = 1_000 * HOUR

let uploads: Upload[]
let answers: (string | Error)[]
let queue: PhotoQueue

const file = (name: string) => new File(['x'], name, { type: 'image/png' })

function newQueue(most: Most = 10): PhotoQueue {
  return photoQueue({
    shrink: (photo) =>
      photo.name.endsWith('.pdf') ? Promise.reject(new NoPhoto('Ingen bild.')) : Promise.resolve(new Blob(['y'])),
    upload: (photo) => {
      uploads.push(photo)
      const answer = answers.shift() ?? `name-${uploads.length}`
      return typeof answer === 'string' ? Promise.resolve(answer) : Promise.reject(answer)
    },
    now: () => now,
    most,
  })
}

const states = () => queue.read().map(({ state }) => state)

beforeEach(() => {
  uploads = []
  answers = []
  queue = newQueue()
})

it('sends each photo once, with its own key', async () => {
  queue.add([file('ett.png'), file('två.png')])
  const photos = await queue.handOver()
  expect(photos?.map(({ state, name }) => [state, name])).toEqual([
    ['sent', 'name-1'],
    ['sent', 'name-2'],
  ])
  expect(new Set(uploads.map(({ key }) => key)).size).toBe(2)
})

it.each([0, 408, 429, 500, 502])('tries again after %i, with the same key', async (status) => {
  answers = [new ApiError(status)]
  queue.add([file('ett.png')])
  await queue.handOver()
  expect(states()).toEqual(['failed'])
  queue.retry()
  await queue.handOver()
  expect(states()).toEqual(['sent'])
  expect(uploads[1]?.key).toBe(uploads[0]?.key)
})

it('keeps a refused photo, and a file that is not a photo, for the employee to remove', async () => {
  answers = [new ApiError(400, 'Fel', { file: ['Bilden går inte att läsa.'] })]
  queue.add([file('ett.png'), file('avtal.pdf')])
  expect(await queue.handOver()).toBeNull()
  expect(queue.read().map(({ state, message }) => [state, message])).toEqual([
    ['refused', 'Bilden går inte att läsa.'],
    ['refused', 'Ingen bild.'],
  ])
  expect(keptOf(queue.read())).toEqual([])
})

it('hands over a photo that waits for a sign-in with the report', async () => {
  answers = [new ApiError(401)]
  queue.add([file('ett.png')])
  expect((await queue.handOver())?.map(({ state, name }) => [state, name])).toEqual([['waiting', null]])
})

it('continues with the draft’s key, and with a new one if the server has removed the photo', async () => {
  answers = [new ApiError(0), 'name-b']
  queue.add([file('ett.png'), file('två.png'), file('tre.png')])
  await queue.handOver()
  const kept = keptOf(queue.read())
  const [failed, sent, tooOld] = kept
  queue = newQueue()
  queue.restore([failed!, sent!, { ...tooOld!, sentAt: now - 20 * HOUR }])
  await queue.handOver()
  const keys = uploads.slice(3).map(({ key }) => key)
  expect(keys).toHaveLength(2)
  expect(keys[0]).toBe(failed?.key)
  expect(kept.map(({ key }) => key)).not.toContain(keys[1])
})

it('restores the photos of a version that stored no keys', async () => {
  const stored = { bytes: new ArrayBuffer(1), type: 'image/jpeg' }
  const { key: _key, ...old } = { id: 'a', fileName: 'ett.jpg', file: stored, key: '', name: null, sentAt: 0 }
  queue.restore([old as unknown as KeptPhoto])
  await queue.handOver()
  expect(uploads[0]?.key).toMatch(/^[\w-]{36}$/)
})

it('sends photos again, with new keys, that the server no longer has', async () => {
  queue.add([file('ett.png')])
  await queue.handOver()
  queue.sendAnew()
  await queue.handOver()
  expect(uploads).toHaveLength(2)
  expect(uploads[1]?.key).not.toBe(uploads[0]?.key)
})

it.each([
  [10, 'tio'],
  [5, 'fem'],
] as const)('accepts %i photos, and says how many it left out', (most, inWords) => {
  queue = newQueue(most)
  expect(queue.add(Array.from({ length: most + 1 }, (_, at) => file(`${at}.png`)))).toEqual([
    `Högst ${inWords} bilder får plats. En bild togs inte med.`,
  ])
  expect(queue.read()).toHaveLength(most)
})

it('does not forget a photo of a draft that the phone can no longer read', async () => {
  queue.add([file('ett.png')])
  await queue.handOver()
  const kept = keptOf(queue.read())
  queue = newQueue()
  queue.restore(kept, [{ id: 'lost', fileName: 'skada.jpg' }])
  expect(await queue.handOver()).toBeNull()
  const said = 'Telefonen kan inte längre läsa skada.jpg. Ta bort bilden och lägg till den igen.'
  expect(queue.read().map(({ state, message }) => [state, message])).toEqual([
    ['sent', undefined],
    ['refused', said],
  ])
  queue.remove('lost')
  expect(await queue.handOver()).toHaveLength(1)
})
