import { expect, type Locator, type Page } from '@playwright/test'

/**
 * The card of the driver's next duty on home, unconfirmed. On some days the demo has confirmed it, and this withdraws
 * that.
 */
export async function unconfirmedDuty(page: Page): Promise<Locator> {
  const duty = page.getByRole('region', { name: /^(Nästa|Pågående) tjänst$/ })
  const button = duty.getByRole('button', { name: /^Bekräfta(t)?$/ })
  await expect(button).toBeVisible()
  if ((await button.textContent()) === 'Bekräftat') {
    await duty.getByRole('button', { name: 'Ångra', exact: true }).click()
    await expect(button).toHaveText('Bekräfta')
    // A tap within two seconds after a save does nothing.
    await page.reload()
  }
  await expect(button).toHaveText('Bekräfta')
  return duty
}
