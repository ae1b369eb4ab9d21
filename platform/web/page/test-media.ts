/// <reference types="@vitest/browser-playwright" />
import { cdp } from 'vitest/browser'

interface Media {
  readonly media?: 'print'
  readonly forcedColors?: 'active'
}

/** Shows the page of a test in the browser as it is on paper, or with forced colours. Without arguments, as usual. */
export async function emulateMedia({ media, forcedColors }: Media = {}): Promise<void> {
  await cdp().send('Emulation.setEmulatedMedia', {
    media: media ?? '',
    features: [{ name: 'forced-colors', value: forcedColors ?? '' }],
  })
}
