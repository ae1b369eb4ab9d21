// A separate process with its own packages: audits pages in a browser that is already open and signed in.
// node audit.mjs <debugging port> <address> …   prints one JSON line per address
import lighthouse from 'lighthouse'

const [port, ...addresses] = process.argv.slice(2)
for (const address of addresses) {
  const { lhr } = await lighthouse(address, {
    port: Number(port),
    onlyCategories: ['performance', 'accessibility'],
    logLevel: 'error',
  })
  const { performance, accessibility } = lhr.categories
  process.stdout.write(
    `${JSON.stringify({
      address,
      performance: (performance.score ?? 0) * 100,
      accessibility: (accessibility.score ?? 0) * 100,
      layoutShift: lhr.audits['cumulative-layout-shift'].numericValue,
      blocking: lhr.audits['total-blocking-time'].numericValue,
    })}\n`,
  )
}
