// For tests of single parts in a real browser: puts the variant into the page before any module reads it.
import { variantText } from './test-variant.ts'

const element = document.createElement('script')
element.id = 'variant'
element.type = 'application/json'
element.textContent = variantText
document.head.append(element)
