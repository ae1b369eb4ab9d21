import type { AdapterPayload } from 'oidc-provider'
import type { Database } from '#platform/server/area.ts'

export type IdentityTables = {
  oidc_payloads: {
    model: string
    id: string
    /** JSON text going in: the two engines do not agree on anything else. */
    payload: AdapterPayload
    grant_id: string | null
    user_code: string | null
    uid: string | null
    consumed_at: Date | null
    expires_at: Date | null
  }
}

export const identityTables = (db: Database) => db.withTables<IdentityTables>()
