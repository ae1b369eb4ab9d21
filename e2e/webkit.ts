// WebKit, the engine of every browser on an iPhone, from Debian's packages and driven by its own WebDriver, because Playwright drives only
// its own build of WebKit. Its window stores nothing permanently, like Safari's private windows.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { Builder, Capabilities, type WebDriver } from 'selenium-webdriver'
import { expect } from '@playwright/test'
import { freePort } from '#platform/server/test-port.ts'

export interface WebKit {
  readonly driver: WebDriver
  readonly stop: () => Promise<void>
}

export async function startWebKit(): Promise<WebKit> {
  const started: ChildProcess[] = []
  const stop = async () => {
    for (const child of started.toReversed()) {
      child.kill()
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    }
  }
  try {
    // Xvfb prints the number of the display that it listens on.
    const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x1024x24'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    })
    started.push(screen)
    const [display] = (await once(
      createInterface({ input: screen.stdio[3] as NodeJS.ReadableStream }),
      'line',
    )) as string[]
    const port = await freePort()
    const server = spawn('WebKitWebDriver', [`--port=${port}`], {
      env: { ...process.env, DISPLAY: `:${display}` },
      stdio: 'ignore',
    })
    started.push(server)
    const answers = () =>
      fetch(`http://127.0.0.1:${port}/status`).then(
        ({ ok }) => ok,
        () => false,
      )
    await expect.poll(answers, { timeout: 20_000 }).toBe(true)
    const driver = await new Builder()
      .usingServer(`http://127.0.0.1:${port}`)
      .withCapabilities(
        new Capabilities({ browserName: 'MiniBrowser', 'webkitgtk:browserOptions': { args: ['--automation'] } }),
      )
      .build()
    return {
      driver,
      stop: async () => {
        await driver.quit().catch(() => {})
        await stop()
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}
