import type { WithAnswers } from '#core/cases/server/index.ts'
import { forgetEnded } from '#core/cases/server/retention.ts'
import { tendCases } from '#core/cases/server/tend-cases.ts'
import { eachByItself } from '#platform/server/each-by-itself.ts'
import type { ServerArea } from '#platform/server/area.ts'
import { spokenNumbersOf } from '#platform/server/db/ids.ts'
import { commentCases } from '../cases.ts'
import { demoNews } from './demo/demo.ts'
import { demoReports } from './demo/reported.ts'
import { eraseCommentsAgain } from './erase-comments-again.ts'
import { removeItemsAgain } from './remove-items.ts'
import { forgetAuthor } from './forget-author.ts'
import { internet } from './import/fetch.ts'
import { newsImporter } from './import/import-news.ts'
import { newsTables } from './migrations/2026-11-26-news.ts'
import { newsVersion } from './migrations/2026-12-02-news-version.ts'
import { newsWords } from './migrations/2026-12-11-news-words.ts'
import { reportedComments } from './migrations/2027-01-12-reported-comments.ts'
import { recentNews } from './migrations/2027-02-09-recent-news.ts'
import { reasonsWithoutReporter } from './migrations/2027-02-17-reasons-without-reporter.ts'
import { commentQueue } from './queue.ts'
import { keepRecentWords } from './recent-words.ts'
import { newsForAreas } from './pages.ts'
import { newsRoutes } from './routes.ts'
import { fillNewsWords, newsSearch } from './search.ts'

export const news: ServerArea & WithAnswers = {
  name: 'news',
  migrations: {
    '2026-11-26-news': newsTables,
    '2026-12-02-news-version': newsVersion,
    '2026-12-11-news-words': newsWords,
    '2027-01-12-reported-comments': reportedComments,
    '2027-02-09-recent-news': recentNews,
    '2027-02-17-reasons-without-reporter': reasonsWithoutReporter,
  },
  routes: newsRoutes,
  search: newsSearch,
  eraseAgain: { ...eraseCommentsAgain, ...removeItemsAgain },
  numbers: spokenNumbersOf('reported_comments'),
  forgetEmployee: forgetAuthor,
  hourly: (platform) =>
    eachByItself(
      async () => {
        await fillNewsWords(platform.db)
        await keepRecentWords(platform.db)
      },
      () => tendCases(platform, commentQueue),
    ),
  nightly: (platform) => forgetEnded(platform, commentQueue),
  importers: [newsImporter(internet)],
  demo: async (platform, today) => {
    await demoNews(platform, today)
    await demoReports(platform)
  },
  answers: commentCases,
  ofPlaces: newsForAreas,
}
