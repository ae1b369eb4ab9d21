import type { ComponentProps } from 'react'
import { type Control, useWatch } from 'react-hook-form'
import { TextArea } from '#platform/web/ui/Field.tsx'
import { type Filled, type FreeText, freeText, LONGEST_TEXT } from '../contract/form.ts'

type Registered = Pick<ComponentProps<'textarea'>, 'name' | 'onChange' | 'onBlur' | 'ref'>

interface FreeTextBoxProps extends Registered {
  box: FreeText
  control: Control<Filled>
}

/** A text field. Text that is too long is reported while it is typed, and never cut off. */
export function FreeTextBox({ box: { name, text }, control, ...registered }: FreeTextBoxProps) {
  const typed = useWatch({ control, name })
  return (
    <TextArea
      label={text}
      hint={typed && `${typed.length}/${LONGEST_TEXT}`}
      error={freeText.safeParse(typed).error?.issues[0]?.message}
      {...registered}
    />
  )
}
