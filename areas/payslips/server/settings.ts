import * as z from 'zod'
import type { AreaSettings } from '#platform/server/settings.ts'

const KEY_BYTES = 32
const isKey = (text: string) => /^[A-Za-z0-9+/]+=*$/.test(text) && Buffer.from(text, 'base64').length === KEY_BYTES
const key = z
  .string()
  .refine(isKey, 'ska vara 32 byte i base64')
  .transform((text): Uint8Array => Buffer.from(text, 'base64'))

const keyList = (text: string) => text.split(/[\s,]+/).filter((each) => each !== '')

const shape = {
  /** 32 random bytes in base64: the key that payslips are encrypted with at rest. Outside production one is created if it is absent. */
  PAYSLIP_KEY: key.optional(),
  /** Further keys for decrypting payslips: those from before a change of key. */
  PAYSLIP_KEYS_OLD: z.string().transform(keyList).pipe(z.array(key)).optional(),
}

export const payslipSettings: AreaSettings<typeof shape> = {
  shape,
  secrets: {
    PAYSLIP_KEY: 'ska vara 32 byte i base64',
    PAYSLIP_KEYS_OLD: 'ska vara nycklar om 32 byte i base64, åtskilda med komma',
  },
  missingInProduction: ({ PAYSLIP_KEY }) =>
    PAYSLIP_KEY ? null : 'PAYSLIP_KEY saknas (32 byte i base64, till exempel från openssl rand -base64 32)',
}
