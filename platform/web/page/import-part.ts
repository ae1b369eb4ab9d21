/** The files that have been requested, by their addresses in the build: resolves when a style sheet applies, for a script at once. */
let requested: Map<string, Promise<void>> | undefined

const nothingToWaitFor = Promise.resolve()

/**
 * Loads a part of the portal and, at the same time, the files that it imports; it waits for its style sheets. The build puts this
 * around each `import()`, with the addresses of these files (docs/decisions/0104). Rejects if the part or a style sheet does not
 * come; the next call requests it again.
 */
export async function importPart<Part>(load: () => Promise<Part>, files: readonly string[] = []): Promise<Part> {
  await Promise.all(files.map(requestOnce))
  return load()
}

function requestOnce(file: string): Promise<void> {
  requested ??= inPage()
  const asked = requested.get(file) ?? request(file)
  requested.set(file, asked)
  return asked
}

/** What the page itself asks for; a style sheet that it only preloads does not apply yet. */
function inPage(): Map<string, Promise<void>> {
  const links = document.querySelectorAll('link[rel=stylesheet], link[rel=modulepreload]')
  return new Map([...links].map((link) => [link.getAttribute('href')?.slice(1) ?? '', nothingToWaitFor]))
}

function request(file: string): Promise<void> {
  const link = document.createElement('link')
  // As the page's own links, or the browser would not use what it has preloaded.
  link.crossOrigin = ''
  link.href = `/${file}`
  if (!file.endsWith('.css')) {
    // Safari 16 knows only the other.
    link.rel = link.relList.supports('modulepreload') ? 'modulepreload' : 'preload'
    link.as = 'script'
    document.head.append(link)
    return nothingToWaitFor
  }
  link.rel = 'stylesheet'
  return new Promise((resolve, reject) => {
    link.addEventListener('load', () => resolve())
    link.addEventListener('error', () => {
      requested?.delete(file)
      link.remove()
      reject(new Error(`${file} did not come`))
    })
    document.head.append(link)
  })
}
