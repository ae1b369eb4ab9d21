import { expect, test } from 'vitest'
import { leavesOutPictures } from './left-out.ts'

const file = (filter: string) => new TextEncoder().encode(`%PDF-1.7\n<< /Subtype /Image /Filter ${filter} /Width 8 >>`)

test.each([
  ['/CCITTFaxDecode', true],
  ['[/FlateDecode /JBIG2Decode]', true],
  ['/JPXDecode', true],
  ['/DCTDecode', false],
])('a picture with the filter %s is left out: %s', (filter, out) => expect(leavesOutPictures(file(filter))).toBe(out))
