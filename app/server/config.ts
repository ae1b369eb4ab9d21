import { readConfig, type Config } from '#platform/server/config.ts'
import { doors } from './areas.ts'

/** Reads all settings of the portal, including those of its areas. Throws WrongSetting. */
export const readPortalConfig = (environment: Readonly<Record<string, string | undefined>>): Config =>
  readConfig(
    environment,
    doors.flatMap(({ settings }) => settings ?? []),
  )
