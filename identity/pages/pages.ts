import type { Variant } from '#platform/contract/variant.ts'
import { html, Html, page } from './page.ts'

/** An employee that the demo offers to sign in as. */
export interface Pick {
  /** `norr/anna`: what one would type to sign in. */
  readonly value: string
  readonly name: string
  readonly position: string
  readonly company: string
  /** The name of the role in the office. */
  readonly role: string | null
}

export interface LoginPageParts {
  readonly variant: Variant
  readonly logo: string | null
  readonly pattern: string | null
  /** The user name as it was typed. */
  readonly userName: string
  readonly error: string | null
  /** Empty outside the demo. */
  readonly picks: readonly Pick[]
}

export const loginErrors = {
  wrong: 'Fel användarnamn eller lösenord',
  ambiguous: 'Flera anställda har det användarnamnet. Skriv bolaget först, till exempel norr/10001.',
} as const

const alertIcon = html`<svg
  width="20"
  height="20"
  viewBox="0 0 24 24"
  fill="none"
  stroke="currentColor"
  stroke-width="2"
  stroke-linecap="round"
  aria-hidden="true"
>
  <circle cx="12" cy="12" r="9" />
  <path d="M12 7.5v5.5M12 16.5v.01" />
</svg>`

const goIcon = html`<svg
  width="20"
  height="20"
  viewBox="0 0 24 24"
  fill="none"
  stroke="currentColor"
  stroke-width="2"
  stroke-linecap="round"
  stroke-linejoin="round"
  aria-hidden="true"
>
  <path d="m9 6 6 6-6 6" />
</svg>`

/** The sign-in page: a form, and in the demo its employees to pick from. */
export function loginPage({ variant, logo, pattern, userName, error, picks }: LoginPageParts): string {
  // After a failure the focus is on the field to type again. Next to a list to pick from, an open keyboard would be in the way.
  const invalid = error ? html`aria-invalid="true" aria-describedby="error"` : null
  const onName = error ? error === loginErrors.ambiguous : picks.length === 0
  const onPassword = error !== null && !onName
  const form = html`<div class="card">
    <h1>Logga in</h1>
    ${error ? html`<p class="error" id="error" role="alert">${alertIcon}<span>${error}</span></p>` : null}
    <form method="post">
      <div class="field">
        <label for="username">Användarnamn</label>
        <input
          id="username"
          name="username"
          value="${userName}"
          autocomplete="username"
          autocapitalize="none"
          autocorrect="off"
          spellcheck="false"
          maxlength="100"
          required
          ${invalid}
          ${onName && html`autofocus`}
        />
      </div>
      <div class="field">
        <label for="password">Lösenord</label>
        <input
          id="password"
          name="password"
          type="password"
          autocomplete="current-password"
          maxlength="200"
          required
          ${invalid}
          ${onPassword && html`autofocus`}
        />
      </div>
      <button class="primary" type="submit">Logga in</button>
    </form>
  </div>`
  const wide = picks.length > 0
  return page({ variant, logo, pattern, title: 'Logga in', wide, content: wide ? html`${form}${people(picks)}` : form })
}

function people(picks: readonly Pick[]): Html {
  return html`<section class="people" aria-labelledby="people">
    <h2 id="people">Prova som någon av exempelpersonerna</h2>
    <p class="quiet">Välj en person, så loggas du in. Alla har lösenordet <b>demo</b>.</p>
    <form method="post">
      <ul>
        ${picks.map(
          ({ value, name, position, company, role }) =>
            html`<li>
              <button type="submit" name="pick" value="${value}">
                <strong>${name}</strong> <span class="what">${position}, ${company}</span>
                ${role && html`<span class="role">Roll på kontoret: ${role}</span>`}${goIcon}
              </button>
            </li>`,
        )}
      </ul>
    </form>
  </section>`
}

const troubles = {
  expired: {
    title: 'Inloggningen tog för lång tid',
    text: 'Börja om. Hjälper inte det: tillåt kakor i webbläsaren och använd en enda flik.',
    again: 'Börja om',
  },
  failed: {
    title: 'Ett fel inträffade.',
    text: 'Det gick inte att logga in eller ut. Gå till startsidan och försök därifrån.',
    again: 'Till startsidan',
  },
  absent: {
    title: 'Sidan finns inte',
    text: 'Adressen kan vara felskriven, eller så har sidan flyttats.',
    again: 'Till startsidan',
  },
  tooMany: {
    title: 'För många försök',
    text: 'Vänta en minut och försök igen.',
    again: 'Till startsidan',
  },
} as const

export type Trouble = keyof typeof troubles

/** A page that says what went wrong, with a way on. */
export function errorPage(variant: Variant, trouble: Trouble): string {
  const { title, text, again } = troubles[trouble]
  return page({
    variant,
    title,
    content: html`<div class="card">
      <h1>${title}</h1>
      <p>${text}</p>
      <a class="primary" href="/">${again}</a>
    </div>`,
  })
}

/** Shown only if nothing proves that the portal asked to end the session. */
export function signOutPage(variant: Variant, form: string): string {
  return page({
    variant,
    title: 'Logga ut',
    content: html`<div class="card">
      <h1>Vill du logga ut?</h1>
      <p>Du loggas ut från ${variant.title} i den här webbläsaren.</p>
      ${new Html(form)}
      <button class="primary" type="submit" form="op.logoutForm" name="logout" value="yes">Logga ut</button>
    </div>`,
  })
}
