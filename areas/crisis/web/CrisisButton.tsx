import { makePart } from '#platform/web/ui/make-part.ts'
import './CrisisButton.module.css'
import { crisisButton } from './crisis-button.ts'

export const CrisisButton = () => crisisButton(makePart)
