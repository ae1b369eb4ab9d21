import { useState } from 'react'
import { SaveError } from '#platform/web/calls/forms/SaveError.tsx'
import { Loaded } from '#platform/web/calls/Loaded.tsx'
import { keptLoad } from '#platform/web/calls/kept-load.ts'
import { useCall } from '#platform/web/calls/query.ts'
import { useSend } from '#platform/web/calls/use-send.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { Dialog } from '#platform/web/ui/Dialog.tsx'
import { SelectField, TextField } from '#platform/web/ui/Field.tsx'
import { Notice } from '#platform/web/ui/Notice.tsx'
import type { CaseCalls } from '../calls.ts'
import type { Case } from '../contract.ts'
import type { Rectangle } from '../redaction.ts'
import { RectangleEditor } from './RectangleEditor.tsx'
import styles from './Redaction.module.css'
import type { OwnAct } from './own-acts.tsx'
import { useOpened } from './use-opened.ts'

interface HidePictureDialogProps {
  found: Case
  calls: CaseCalls
  onClose: () => void
  /** Called with the case's versions before and after. */
  onActed: (own: OwnAct) => void
}

/** Hides parts of a photo behind black rectangles. */
export default function HidePictureDialog({ found, calls, onClose, onActed }: HidePictureDialogProps) {
  const { seen, onError } = useOpened(found, calls)
  const { number, version, pictures } = seen
  const [{ at, name }, setChosen] = useState({ at: 0, name: pictures[0]?.name ?? '' })
  const [rectangles, setRectangles] = useState<readonly Rectangle[]>([])
  const [changed, setChanged] = useState(false)
  // A colleague who hides something in a picture puts a new one in its place.
  const instead = pictures.some((picture) => picture.name === name) ? undefined : (pictures[at] ?? pictures[0])
  if (instead) {
    setChosen({ at: pictures.indexOf(instead), name: instead.name })
    setRectangles([])
    setChanged(true)
  }
  const [why, setWhy] = useState('')
  const load = useCall(calls.picture, { name, storlek: 'stor' }, { staleTime: Infinity })
  const hide = useSend(calls.hidePicture, {
    once: true,
    reloads: [calls.one, calls.list],
    said: () => `Bilden är ändrad i ${number}`,
    onError,
    onSuccess: (_done, { version: from }) => onActed({ from, to: from + 1 }),
    onReloaded: onClose,
  })
  return (
    <Dialog
      cancel
      title={`Dölj del av bild i ${number}`}
      broad
      onClose={onClose}
      actions={
        <Button
          kind="primary"
          busy={hide.busy}
          disabled={rectangles.length === 0}
          onClick={() => hide.submit({ number, version, name, rectangles: [...rectangles], why })}
        >
          {hide.busy ? 'Sparar bilden..' : 'Dölj i bilden'}
        </Button>
      }
    >
      <div className={styles['fields']}>
        {pictures.length > 1 && (
          <SelectField
            label="Bild"
            options={pictures.map((picture, index) => ({ value: picture.name, label: `Bild ${index + 1}` }))}
            value={name}
            onChange={({ target }) => {
              setChosen({ at: pictures.findIndex((picture) => picture.name === target.value), name: target.value })
              setRectangles([])
              setChanged(false)
            }}
          />
        )}
        {changed && <Notice kind="warning">Bilden har ändrats. Lägg rutorna igen.</Notice>}
        <Loaded of={keptLoad(load).of}>
          {({ contentType, data }) => (
            <RectangleEditor
              src={`data:${contentType};base64,${data}`}
              rectangles={rectangles}
              onChange={setRectangles}
            />
          )}
        </Loaded>
        <TextField
          label="Varför"
          required
          maxLength={200}
          hint="Står i ärendets historik"
          placeholder="Resenärens ansikte"
          value={why}
          onChange={({ target }) => setWhy(target.value)}
        />
        {hide.error && <SaveError error={hide.error} />}
      </div>
    </Dialog>
  )
}
