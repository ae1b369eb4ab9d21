import { useRef } from 'react'
import { useController, useFieldArray, useWatch } from 'react-hook-form'
import { Button, IconButton } from '#platform/web/ui/Button.tsx'
import { closeIcon, plusIcon } from '#platform/web/ui/icons.ts'
import { damageLabels } from '../../contract/damage-labels.ts'
import { AddVehicleDamage } from '../../contract/vehicle-damage.ts'
import { damageTypes } from '../../rules.ts'
import type { StepProps } from '../steps/definition.ts'
import { Bus, Clock, Day, Line, Lines, OneOf, Several, YesNo } from '../steps/fields.tsx'
import { PhotoField } from '#core/pictures/web/PhotoField.tsx'
import { askedOf, type DamageFields, opponentsOf } from './damage.ts'
import styles from './DamageSteps.module.css'

type Props = StepProps<DamageFields>

/** The label of KategoriSpecificering, by what the category asks for. */
export const specificationLabels = {
  'damage-type': 'Typ av skada',
  'stolen-goods': 'Vad har stulits?',
  'fire-type': 'Typ av brand',
} as const

export function WhenAndWhereStep({ control, context }: Props) {
  return (
    <>
      <div className={styles['when']}>
        <Day control={control} name="Datum" required label="Datum" />
        <Clock control={control} name="Tid" required label="Tid" />
      </div>
      <Line control={control} name="Plats" required label="Plats" />
      <Bus control={control} name="Fordon" required context={context} />
    </>
  )
}

export function WhatStep({ control, context, photos }: Props) {
  const places = context.options.skadeplatskategori.map(({ label }) => ({ value: label, label }))
  return (
    <>
      <Lines control={control} name="HandelseBeskrivning" required label={damageLabels.handelseBeskrivning} rows={5} />
      <Several
        control={control}
        name="Skadeplatskategori"
        required
        label={damageLabels.skadeplatskategori}
        hint="Var på fordonet? En eller flera"
        options={places}
      />
      <PhotoField photos={photos} />
    </>
  )
}

function useAsked({ control, context }: Props) {
  const [ForsakringsKategori, KategoriSpecificering] = useWatch({
    control,
    name: ['ForsakringsKategori', 'KategoriSpecificering'],
  })
  return askedOf({ ForsakringsKategori, KategoriSpecificering }, context.options)
}

const asChoice = (label: string) => ({ value: label, label })

export function InsuranceStep(props: Props) {
  const { control, context } = props
  const { specification, roadWidth } = useAsked(props)
  const { field } = useController({ control, name: 'KategoriSpecificering' })
  return (
    <>
      <OneOf
        control={control}
        name="ForsakringsKategori"
        required
        label={damageLabels.forsakringsKategori}
        options={context.options.forsakringskategori}
        // The answer is cleared, since a type of damage does not say what was stolen.
        onChosen={() => field.onChange('')}
      />
      {specification === 'damage-type' && (
        <OneOf
          control={control}
          name="KategoriSpecificering"
          required={false}
          label={specificationLabels[specification]}
          options={damageTypes.map(asChoice)}
        />
      )}
      {(specification === 'stolen-goods' || specification === 'fire-type') && (
        <Line
          control={control}
          name="KategoriSpecificering"
          required={false}
          label={specificationLabels[specification]}
        />
      )}
      {roadWidth && (
        <>
          <Line
            control={control}
            name="VagensBredd"
            required={false}
            label="Vägens ungefärliga bredd"
            hint="Meter"
            inputMode="decimal"
          />
          <Line
            control={control}
            name="AvstandTillVagensSida"
            required={false}
            label="Ungefärligt avstånd till vägens högerkant"
            hint="Meter"
            inputMode="decimal"
          />
        </>
      )}
    </>
  )
}

export function InjuriesStep(props: Props) {
  const { control } = props
  const { personalInjury } = useAsked(props)
  const [visible, injured] = useWatch({ control, name: ['harSynligaSkador', 'harPersonskador'] })
  return (
    <>
      <Lines control={control} name="SkadaPaFordon" required={false} label={damageLabels.skadaPaFordon} rows={2} />
      <YesNo control={control} name="harSynligaSkador" label={damageLabels.synligaSkador} />
      {visible && (
        <Lines control={control} name="SynligaSkador" required={false} label="Beskriv de synliga skadorna" rows={2} />
      )}
      {personalInjury && <YesNo control={control} name="harPersonskador" label="Någon är skadad" />}
      {personalInjury && injured && (
        <Lines
          control={control}
          name="Personskadekontaktuppgifter"
          required={false}
          label={damageLabels.personskadekontaktuppgifter}
          hint="Namn och telefon"
          rows={3}
        />
      )}
      <YesNo control={control} name="Ersattningsfordon" label={damageLabels.ersattningsfordon} />
    </>
  )
}

export function InvolvedStep(props: Props) {
  const { control } = props
  const { opposingParty } = useAsked(props)
  return (
    <>
      {opposingParty && <Opponents control={control} />}
      <Lines
        control={control}
        name="Vittnen"
        required={false}
        label={damageLabels.vittnen}
        hint="Namn och telefon"
        rows={2}
      />
      <div>
        <YesNo control={control} name="Polis" label={damageLabels.polis} />
        <YesNo control={control} name="Raddningstjanst" label={damageLabels.raddningstjanst} />
        <YesNo control={control} name="Blodprov" label={damageLabels.blodprov} />
      </div>
      <div className={styles['pair']}>
        <Line
          control={control}
          name="AntalPassagerare"
          required={false}
          label={damageLabels.antalPassagerare}
          inputMode="numeric"
        />
        <Line
          control={control}
          name="Matarstallning"
          required={false}
          label={damageLabels.matarstallning}
          inputMode="numeric"
        />
      </div>
    </>
  )
}

const mostOpponents = 5

function Opponents({ control }: Pick<Props, 'control'>) {
  const { fields, append, remove } = useFieldArray({ control, name: 'Motparter' })
  const frame = useRef<HTMLFieldSetElement>(null)
  const several = fields.length > 1
  /** Focuses the first field of an opponent, otherwise of the last one, after the change has been rendered. */
  const focusOn = (at: number) =>
    requestAnimationFrame(() => {
      const rows = frame.current?.querySelectorAll<HTMLInputElement>('input') ?? []
      rows[Math.min(at, rows.length - 1)]?.focus()
    })
  const typed = useWatch({ control, name: 'Motparter' })
  // All opponents are one text on the wire. One that is too long is reported where most is written.
  const { error } = AddVehicleDamage.shape.Motpartskontaktuppgifter.safeParse(opponentsOf(typed))
  const lengths = typed.map(({ other }) => other.length)
  const longest = lengths.indexOf(Math.max(...lengths))
  return (
    <fieldset ref={frame} className={styles['opponents']}>
      <legend className={styles['legend']}>Motpart</legend>
      {fields.map(({ id }, at) => (
        <div
          key={id}
          className={styles['opponent']}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- only a group if there are several; the frame is not that of a fieldset
          role={several ? 'group' : undefined}
          aria-label={several ? `Motpart ${at + 1}` : undefined}
        >
          <Line
            control={control}
            name={`Motparter.${at}.registration`}
            label="Registreringsnummer"
            required={false}
            autoCapitalize="characters"
          />
          {several && (
            <IconButton
              icon={closeIcon}
              label={`Ta bort motpart ${at + 1}`}
              onClick={() => {
                remove(at)
                focusOn(at)
              }}
            />
          )}
          <div className={styles['other']}>
            <Lines
              control={control}
              name={`Motparter.${at}.other`}
              label="Övriga uppgifter"
              required={false}
              hint="Namn, telefon, försäkringsbolag"
              rows={2}
              error={at === longest ? error?.issues[0]?.message : undefined}
            />
          </div>
        </div>
      ))}
      {fields.length < mostOpponents && (
        <Button
          kind="quiet"
          icon={plusIcon}
          onClick={() => {
            append({ registration: '', other: '' })
            focusOn(fields.length)
          }}
        >
          Lägg till motpart
        </Button>
      )}
    </fieldset>
  )
}
