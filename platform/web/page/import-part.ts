/**
 * The files that have been requested, by their addresses in the build. The promise resolves when a style sheet applies, and for a
 * script at once.
 */
let requested: Map<string, Promise<void>> | undefined

const nothingToWaitFor = Promise.resolve()

/**
 * Loads a part of the portal and, at the same time, the files that it imports. Waits for its style sheets. The build puts this
 * function around each `import()`, with the addresses of these files (docs/decisions/0104). Rejects if the part or a style sheet
 * cannot be loaded. The next call requests it again.
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

/** The files that the page itself has requested. A style sheet that the page only preloads does not apply yet. */
function inPage(): Map<string, Promise<void>> {
  const links = document.querySelectorAll('link[rel=stylesheet], link[rel=modulepreload]')
  return new Map([...links].map((link) => [link.getAttribute('href')?.slice(1) ?? '', nothingToWaitFor]))
}

function request(file: string): Promise<void> {
  const link = document.createElement('link')
  // The same value as in the page's own links. Otherwise the browser would not use what it has preloaded.
  link.crossOrigin = ''
  link.href = `/${file}`
  if (!file.endsWith('.css')) {
    // Safari 16 supports only 'preload'.
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
