import type { Page } from '@playwright/test'

/** Makes a call as the employee who is signed in on the page, to set up a journey. Returns status and result. */
export function callAs<Result>(
  page: Page,
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
): Promise<readonly [status: number, result: Result]> {
  return page.evaluate(
    async ({ method, path, body }) => {
      const stored = Object.entries(localStorage).find(([key]) => key.startsWith('oidc.user:'))?.[1] ?? '{}'
      const { id_token: token } = JSON.parse(stored as string) as { id_token: string }
      const response = await fetch(path, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      return [response.status, ((await response.json()) as { result: unknown }).result] as const
    },
    { method, path, body },
  ) as Promise<readonly [number, Result]>
}
