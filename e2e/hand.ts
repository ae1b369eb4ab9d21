import { crc32, deflateSync } from 'node:zlib'
import type { Locator, Page, TestInfo } from '@playwright/test'
import { expect } from './sign-in.ts'

/** How a form is filled in: by touch on the phone, by keyboard alone on the desktop. */
export interface Hand {
  press(target: Locator): Promise<void>
  write(target: Locator, text: string): Promise<void>
  choose(target: Locator, label: string): Promise<void>
  attach(target: Locator, files: readonly PictureFile[]): Promise<void>
}

export interface PictureFile {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

export function handOf(page: Page, { project }: TestInfo): Hand {
  return project.name === 'phone' ? thumb : keyboard(page)
}

const thumb: Hand = {
  press: (target) => target.tap(),
  write: async (target, text) => {
    await target.tap()
    // A form may be prefilled with the same text. Typing must count as a change nevertheless.
    await target.clear()
    await target.fill(text)
  },
  choose: async (target, label) => {
    await target.selectOption({ label })
  },
  attach: (target, files) => target.setInputFiles([...files]),
}

function keyboard(page: Page): Hand {
  const { keyboard: keys } = page
  /** Presses Tab until the target has the focus, continuing from the beginning after the end of the page. */
  async function reach(target: Locator): Promise<void> {
    await target.waitFor({ state: 'attached' })
    for (let tabs = 0; tabs < 150; tabs++) {
      if (await target.evaluate((element) => element === document.activeElement)) return
      await keys.press('Tab')
    }
    throw new Error(`The keyboard does not reach ${target.toString()}`)
  }
  return {
    async press(target) {
      await reach(target)
      // Checkboxes and switches are toggled with the space bar; buttons and links use Enter.
      await keys.press((await target.evaluate(({ tagName }) => tagName)) === 'INPUT' ? 'Space' : 'Enter')
    },
    async write(target, text) {
      await reach(target)
      await keys.press('Control+A')
      await keys.type(text)
    },
    async choose(target, label) {
      await reach(target)
      const labels = await target.locator('option').allInnerTexts()
      await keys.press('Home')
      for (let at = 0; at < labels.indexOf(label); at++) await keys.press('ArrowDown')
      await expect(target.locator('option:checked')).toHaveText(label)
    },
    async attach(target, files) {
      // Waits from the start. On a busy machine the browser may otherwise open its own chooser before it knows that
      // Playwright waits for it.
      const chooser = page.waitForEvent('filechooser')
      chooser.catch(() => {})
      await reach(target)
      await keys.press('Enter')
      await (await chooser).setFiles([...files])
    },
  }
}

/** A real PNG of one colour, as large as a phone's screen. */
export function picture(
  name: string,
  [red, green, blue]: readonly [number, number, number],
  [width, height]: readonly [number, number] = [1200, 900],
): PictureFile {
  const row = Buffer.concat([Buffer.of(0), Buffer.alloc(width * 3, Buffer.of(red, green, blue))])
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const chunks = [
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(Array.from({ length: height }, () => row)))),
    chunk('IEND', Buffer.alloc(0)),
  ]
  const signature = Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
  return { name, mimeType: 'image/png', buffer: Buffer.concat([signature, ...chunks]) }
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(body.length + 8)
  frame.writeUInt32BE(data.length, 0)
  body.copy(frame, 4)
  frame.writeUInt32BE(crc32(body), body.length + 4)
  return frame
}
