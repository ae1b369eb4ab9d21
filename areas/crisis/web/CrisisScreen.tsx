import { pageAt } from '#platform/contract/pages.ts'
import { useState } from 'react'
import { type Claim, claimValues } from '#platform/contract/claims.ts'
import type { CrisisGuide } from '#platform/contract/variant.ts'
import { useProfile } from '#platform/web/calls/profile.ts'
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx'
import { classes } from '#platform/web/ui/class-names.ts'
import { Failed } from '#platform/web/calls/Failed.tsx'
import { useFailure } from '#platform/web/calls/use-failure.ts'
import { Notice } from '#platform/web/ui/Notice.tsx'
import { PageHeader } from '#platform/web/ui/PageHeader.tsx'
import { Skeleton } from '#platform/web/ui/Skeleton.tsx'
import { variant } from '#platform/web/page/variant.ts'
import type { BossInfo, CrisisContent } from '../contract.ts'
import { checklistFor, type ChecklistName } from '../rules.ts'
import { BossCard, useBoss } from './BossCard.tsx'
import { ChecklistView } from './ChecklistView.tsx'
import { useContent } from './content.ts'
import { CrisisDocuments } from './CrisisDocuments.tsx'
import styles from './CrisisScreen.module.css'
import { pathsOf } from '../paths.ts'
import { PhoneLink } from './PhoneLink.tsx'

export const GuideA = () => <CrisisScreen guide="a" />
export const GuideB = () => <CrisisScreen guide="b" />

/** The steps to take and the numbers to call. The list waits only for the guide's text; everything else is added when it arrives. */
function CrisisScreen({ guide }: { guide: CrisisGuide }) {
  const load = useContent()
  const content = load.data
  const boss = useBoss()
  const failure = useFailure(load)
  return (
    <>
      <PageHeader title="Krishantering" />
      <div className={styles['bar']}>
        <PhoneLink who="112" company={{}} />
        {content?.numbers.trafficControl && (
          <PhoneLink who="trafficControl" label="Trafikledningen" company={content.numbers} />
        )}
      </div>
      <div className={classes(styles['columns'], !content && !failure && styles['waiting'])}>
        <div className={styles['main']}>
          {content ? (
            <Guide guide={guide} content={content} boss={boss.data} />
          ) : failure ? (
            <Failed busy={failure.busy} onRetry={failure.onRetry} />
          ) : (
            <Skeleton shape="rows" lines={6} />
          )}
        </div>
        <div className={styles['aside']}>
          <BossCard load={boss} />
        </div>
        <div className={styles['aside']}>
          <CrisisDocuments guide={guide} begins={content !== undefined || failure !== null} />
        </div>
      </div>
    </>
  )
}

interface GuideProps {
  guide: CrisisGuide
  content: CrisisContent
  boss: BossInfo | null | undefined
}

function Guide({ guide, content, boss }: GuideProps) {
  const claims = useProfile().data
  const [chosen, setChosen] = useState<ChecklistName | null>(null)
  const lists = content.guides[guide] ?? {}
  const positions = claims && claimValues(claims, 'IntraPosition')
  const name = chosen ?? (positions ? checklistFor(guide, positions) : null)
  const checklist = name && lists[name]
  if (name && checklist) {
    return (
      <>
        <ChecklistView key={name} name={name} checklist={checklist} numbers={content.numbers} boss={boss} />
        {claims && <OtherGuide guide={guide} claims={claims} />}
      </>
    )
  }
  // The employee's positions are not known yet, and perhaps cannot be fetched: let him or her choose a list.
  if (!positions) return <Chooser lists={lists} onChoose={setChosen} />
  return <NoChecklist guide={guide} positions={positions} />
}

interface ChooserProps {
  lists: NonNullable<CrisisContent['guides'][CrisisGuide]>
  onChoose: (name: ChecklistName) => void
}

function Chooser({ lists, onChoose }: ChooserProps) {
  return (
    <section className={styles['chooser']} aria-label="Välj lista">
      <h2>Vilken lista behöver du?</h2>
      {Object.entries(lists).map(([name, { title }]) => (
        <Button key={name} wide onClick={() => onChoose(name as ChecklistName)}>
          {title}
        </Button>
      ))}
    </section>
  )
}

/** On the group's own hosts, which have both guides: the one that is not open, if it has a checklist for these positions. */
const otherThan = (guide: CrisisGuide, positions: readonly string[]) =>
  pathsOf(variant.crisisGuides).find(([one]) => one !== guide && checklistFor(one, positions))

const ToOwnGuide = ({ path }: { path: string }) => <ButtonLink to={pageAt(path)}>Öppna ditt bolags guide</ButtonLink>

/** Below a checklist of another company than the employee's own, which has one too: some positions are in both guides. */
function OtherGuide({ guide, claims }: { guide: CrisisGuide; claims: readonly Claim[] }) {
  const [other, path] = otherThan(guide, claimValues(claims, 'IntraPosition')) ?? []
  const company = other && variant.crisisGuidesOf[other]
  if (!company || !path || !claimValues(claims, 'IntraCompany').includes(company)) return null
  return (
    <p className={styles['own']}>
      <ToOwnGuide path={path} />
    </p>
  )
}

function NoChecklist({ guide, positions }: { guide: CrisisGuide; positions: readonly string[] }) {
  const other = otherThan(guide, positions)
  return (
    <Notice kind="info" live={false} action={other && <ToOwnGuide path={other[1]} />}>
      Är någon i fara: ring 112. Ring sedan trafikledningen. Det finns ingen checklista för din befattning.
    </Notice>
  )
}
