import { useCall } from '#platform/web/calls/query.ts'
import { Card } from '#platform/web/ui/Card.tsx'
import { Loaded } from '#platform/web/calls/Loaded.tsx'
import { PageHeader } from '#platform/web/ui/PageHeader.tsx'
import { variant } from '#platform/web/page/variant.ts'
import { getConfigDescription } from '../calls.ts'
import styles from './DiagnosticsPage.module.css'

/** What support needs to know on the phone: the versions of page and server. */
export default function DiagnosticsPage() {
  const load = useCall(getConfigDescription)
  return (
    <main className={styles['page']}>
      <PageHeader title="Diagnostik" lead="Läs upp uppgifterna för supporten." />
      <Card title="Sidan">
        <Facts facts={{ Konfiguration: variant.name, Titel: variant.title, Version: variant.version }} />
      </Card>
      <Card title="Servern">
        <Loaded of={load}>
          {(server) => (
            <Facts
              facts={{
                Konfiguration: server.description,
                Version: server.version,
                Databas: server.database,
                Inloggning: server.signIn,
                Node: server.node,
              }}
            />
          )}
        </Loaded>
      </Card>
    </main>
  )
}

function Facts({ facts }: { facts: Readonly<Record<string, string>> }) {
  return (
    <dl className={styles['facts']}>
      {Object.entries(facts).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
