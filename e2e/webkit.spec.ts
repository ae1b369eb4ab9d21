// What a driver with an iPhone needs, in WebKit itself.
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { By, error, until, type WebDriver, type WebElement } from 'selenium-webdriver'
import { officePath } from '#platform/contract/office-pages.ts'
import { ensureWebKit } from '../checks/ensure-webkit.ts'
import { picture } from './hand.ts'
import { openLine } from './line.ts'
import { expect, test } from './sign-in.ts'
import { startWebKit } from './webkit.ts'

const patienceMs = 20_000

/** The first element, once it can be seen. One that the page replaces while the driver looks at it is looked for again. */
const shown = (driver: WebDriver, by: By) =>
  driver.wait(async () => {
    try {
      const [found] = await driver.findElements(by)
      return found && (await found.isDisplayed()) ? found : null
    } catch (fault) {
      if (fault instanceof error.StaleElementReferenceError) return null
      throw fault
    }
  }, patienceMs) as Promise<WebElement>

async function press(driver: WebDriver, name: string): Promise<void> {
  const element = await shown(driver, By.xpath(`//*[self::button or self::a][contains(normalize-space(), '${name}')]`))
  await driver.executeScript('arguments[0].scrollIntoView({ block: "center" })', element)
  await element.click()
}

const field = (driver: WebDriver, label: string) =>
  shown(driver, By.xpath(`//*[@id = //label[starts-with(normalize-space(), '${label}')]/@for]`))

/** The screens that need neither a parameter nor a role in the office. */
function addresses(): string[] {
  const screens = JSON.parse(readFileSync(new URL('../dist/web/screens.json', import.meta.url), 'utf8')) as {
    path: string
  }[]
  return screens
    .map(({ path }) => path)
    .filter((path) => path.startsWith('/dashboard/') && !path.includes(':') && !path.startsWith(officePath))
}

test(
  'in WebKit every screen stands, a photo outlives a reload in a private window, and a crisis needs no coverage',
  { tag: '@prove' },
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from it
  async ({}, info) => {
    test.skip(info.project.name === 'desktop', 'one width is enough')
    test.skip(!ensureWebKit(), 'needs webkit2gtk-driver and xvfb (Debian, Ubuntu), as root')
    test.setTimeout(240_000)
    const line = await openLine(Number(process.env.E2E_PORT))
    const { driver, stop } = await startWebKit()
    try {
      await driver.manage().setTimeouts({ pageLoad: patienceMs, script: patienceMs })
      await driver.manage().window().setRect({ width: 390, height: 844, x: 0, y: 0 })
      const open = (path: string) => driver.get(line.origin + path)
      const heading = () => shown(driver, By.css('h1'))
      const text = () => driver.executeScript<string>('return document.body.innerText')
      await open('/')
      await (await shown(driver, By.name('username'))).sendKeys('tesfaye')
      await driver.findElement(By.name('password')).sendKeys('demo')
      await press(driver, 'Logga in')
      await driver.wait(until.urlContains('/dashboard/start'), patienceMs)

      const wrong: string[] = []
      for (const path of addresses()) {
        await open(path)
        await heading()
        const wide = await driver.executeScript<number>('return document.documentElement.scrollWidth - innerWidth')
        if (wide > 0 || /kunde inte visas|Något gick fel/.test(await text())) wrong.push(path)
      }
      expect(addresses().length).toBeGreaterThan(15)
      expect(wrong).toEqual([])

      await open('/dashboard/nyavvikelse?typ=trafikinformation')
      await (await field(driver, 'Händelsebeskrivning')).sendKeys('Skrivet i WebKit: å, ä och ö.')
      const { name, buffer } = picture('ruta.png', [40, 90, 140])
      await writeFile(info.outputPath(name), buffer)
      await driver.findElement(By.css('input[type=file]')).sendKeys(info.outputPath(name))
      await shown(driver, By.xpath("//*[text() = 'Skickad']"))
      expect(await text()).not.toContain('kan inte sparas')
      await driver.navigate().refresh()
      await shown(driver, By.css("img[alt='Bild 1']"))
      const kept = await field(driver, 'Händelsebeskrivning')
      await driver.wait(async () => (await kept.getAttribute('value')) === 'Skrivet i WebKit: å, ä och ö.', patienceMs)
      await (await field(driver, 'Rubrik')).sendKeys('S')
      await (await field(driver, 'Plats')).sendKeys('Vasaplan')
      await press(driver, 'Spara')
      await shown(driver, By.xpath("//*[text() = 'Avvikelse har sparats']"))

      await open('/dashboard/konteklonebesked')
      await (await shown(driver, By.css('main li button, main li a'))).click()
      await shown(driver, By.css('dialog canvas'))

      await open('/dashboard/start')
      const active = 'navigator.serviceWorker.ready.then(() => arguments[0](true))'
      expect(await driver.executeAsyncScript(active)).toBe(true)
      line.cut()
      await open('/dashboard/krishantering')
      await shown(driver, By.xpath("//a[contains(., 'Ring 112')]"))
      line.mend()

      await open('/dashboard/start')
      await press(driver, 'Meny')
      await press(driver, 'Logga ut')
      await driver.wait(until.urlContains('/loggedout'), patienceMs)
      await driver.navigate().back()
      await shown(driver, By.name('username'))
    } finally {
      await stop()
      await line.close()
    }
  },
)
