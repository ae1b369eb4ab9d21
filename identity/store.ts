import { sql } from 'kysely'
import { errors, type Adapter, type AdapterPayload } from 'oidc-provider'
import type { Clock, Database } from '#platform/server/area.ts'
import { identityTables } from './tables.ts'

const PURGED_EVERY_MS = 60_000
/** The limit of sign-ins under way: anybody may begin one, so the oldest are removed. */
const MOST_INTERACTIONS = 5000

/** Stores the provider's sessions, grants, codes and tokens in our database: they survive a restart and are shared. */
export function payloadStore(db: Database, clock: Clock): (model: string) => Adapter {
  const tables = identityTables(db)
  let purgedAt = 0

  async function purgeNowAndThen(): Promise<void> {
    const now = clock()
    if (now.getTime() - purgedAt < PURGED_EVERY_MS) return
    purgedAt = now.getTime()
    await tables.deleteFrom('oidc_payloads').where('expires_at', '<', now).execute()
    await sql`
      delete from oidc_payloads where model = 'Interaction' and id in (
        select id from oidc_payloads where model = 'Interaction'
        order by expires_at desc offset ${MOST_INTERACTIONS})`.execute(db)
  }

  return (model) => {
    async function findBy(column: 'id' | 'uid' | 'user_code', value: string): Promise<AdapterPayload | undefined> {
      const row = await tables
        .selectFrom('oidc_payloads')
        .select(['payload', 'consumed_at'])
        .where('model', '=', model)
        .where(column, '=', value)
        .executeTakeFirst()
      if (!row) return undefined
      if (!row.consumed_at) return row.payload
      return { ...row.payload, consumed: Math.floor(row.consumed_at.getTime() / 1000) }
    }

    return {
      async upsert(id, payload, expiresIn) {
        const row = {
          payload: sql<AdapterPayload>`${JSON.stringify(payload)}::jsonb`,
          grant_id: payload.grantId ?? null,
          user_code: payload.userCode ?? null,
          uid: payload.uid ?? null,
          expires_at: expiresIn ? new Date(clock().getTime() + expiresIn * 1000) : null,
        }
        await tables
          .insertInto('oidc_payloads')
          .values({ model, id, ...row })
          .onConflict((conflict) => conflict.columns(['model', 'id']).doUpdateSet(row))
          .execute()
        await purgeNowAndThen()
      },
      find: (id) => findBy('id', id),
      findByUid: (uid) => findBy('uid', uid),
      findByUserCode: (userCode) => findBy('user_code', userCode),
      async consume(id) {
        const { numUpdatedRows } = await tables
          .updateTable('oidc_payloads')
          .set({ consumed_at: clock() })
          .where('model', '=', model)
          .where('id', '=', id)
          .where('consumed_at', 'is', null)
          .executeTakeFirst()
        // The library has checked before; in between another request may have received the tokens.
        if (numUpdatedRows === 0n) throw new errors.InvalidGrant('already consumed')
      },
      async destroy(id) {
        await tables.deleteFrom('oidc_payloads').where('model', '=', model).where('id', '=', id).execute()
      },
      async revokeByGrantId(grantId) {
        await tables.deleteFrom('oidc_payloads').where('model', '=', model).where('grant_id', '=', grantId).execute()
      },
    }
  }
}
