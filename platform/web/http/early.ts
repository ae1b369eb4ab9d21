// Answers asked for before React was there, waiting for the first `send` of the same address. No second request is made.
const started = new Map<string, Promise<Response>>()

export function startEarly(path: string, token: string): void {
  const response = fetch(path, { headers: requestHeaders(token) })
  // Whoever takes it handles the failure; until then it must not count as unhandled.
  response.catch(() => undefined)
  started.set(path, response)
  // What nobody asked for soon is stale later.
  setTimeout(() => started.delete(path), 10_000)
}

export function takeEarly(url: string): Promise<Response> | undefined {
  const response = started.get(url)
  started.delete(url)
  return response
}

export function requestHeaders(token: string): Record<string, string> {
  return { Accept: 'application/json', Authorization: `Bearer ${token}` }
}
