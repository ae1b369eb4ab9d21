import { expect, test } from 'vitest'
import { readConfig, WrongSetting } from './config.ts'

test('without settings it is the demo on this machine', () => {
  expect(readConfig({})).toMatchObject({
    port: 8080,
    host: '127.0.0.1',
    demo: true,
    embeddedSignIn: true,
    databaseUrl: null,
  })
})

test('production has no demo and no embedded sign-in unless asked', () => {
  const production = { NODE_ENV: 'production', PAYSLIP_KEY: Buffer.alloc(32, 7).toString('base64') }
  expect(readConfig(production)).toMatchObject({ demo: false, embeddedSignIn: false })
  expect(readConfig({ ...production, EMBEDDED_SIGN_IN: 'on' })).toMatchObject({ demo: false, embeddedSignIn: true })
})

test.each([
  ['PORT', '80 80'],
  ['PORT', '70000'],
  ['DATABASE_URL', 'mysql://x'],
  ['PUBLIC_URL', 'portal.example.se'],
  ['DEMO', 'ja'],
  ['LOG_LEVEL', 'loud'],
])('a wrong %s is one line that names it', (name, value) => {
  const read = () => readConfig({ [name]: value })
  expect(read).toThrow(WrongSetting)
  expect(read).toThrow(new RegExp(`^[^\\n]*${name}=${value}[^\\n]*$`))
})
