import type { AdapterPayload } from 'oidc-provider'
import type { Database } from '#platform/server/area.ts'

export type IdentityTables = {
  oidc_payloads: {
    model: string
    id: string
    /** Inserted as JSON text, the only form that both engines accept. */
    payload: AdapterPayload
    grant_id: string | null
    user_code: string | null
    uid: string | null
    consumed_at: Date | null
    expires_at: Date | null
  }
}

export const identityTables = (db: Database) => db.withTables<IdentityTables>()
