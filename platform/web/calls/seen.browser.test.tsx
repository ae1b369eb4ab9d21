import { beforeEach, expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { signInText } from '../page/test-variant.ts'
import { announceUser, userKey } from '../who/stored-user.ts'
import { isNew, markSeen, type Seen, useSeen } from './seen.ts'

const key = 'linjen.seen:anna'
const at = new Date().toISOString().slice(0, 19)

function News() {
  const seen = useSeen()
  const fresh = ['nyhet:1', 'nyhet:2'].filter((news) => isNew({ key: news, at }, seen))
  return <p>Nytt: {fresh.join(', ') || 'inget'}</p>
}

/** Stores something in another open page of the same browser, or null to remove it. */
function storeElsewhere(newValue: string | null): void {
  if (newValue === null) localStorage.removeItem(key)
  else localStorage.setItem(key, newValue)
  dispatchEvent(new StorageEvent('storage', { key, newValue }))
}

beforeEach(() => {
  localStorage.clear()
  localStorage.setItem(userKey, signInText('anna'))
  announceUser()
})

it('shows what another open page has marked, and stores nothing after a sign-out there', async () => {
  const screen = await render(<News />)
  markSeen(['nyhet:1'])
  await expect.element(screen.getByText('Nytt: nyhet:2')).toBeVisible()
  const stored = JSON.parse(localStorage.getItem(key) ?? '') as Seen
  storeElsewhere(JSON.stringify({ ...stored, keys: { ...stored.keys, 'nyhet:2': at.slice(0, 10) } }))
  await expect.element(screen.getByText('Nytt: inget')).toBeVisible()
  storeElsewhere(null)
  expect(localStorage.getItem(key)).toBeNull()
})

it('reads again what another open page has marked while no part of this one showed it', async () => {
  markSeen(['nyhet:3'])
  const stored = JSON.parse(localStorage.getItem(key) ?? '') as Seen
  storeElsewhere(JSON.stringify({ ...stored, keys: { ...stored.keys, 'nyhet:2': at.slice(0, 10) } }))
  const screen = await render(<News />)
  await expect.element(screen.getByText('Nytt: inget')).toBeVisible()
})
