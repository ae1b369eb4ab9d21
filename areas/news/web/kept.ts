import type { KeptAnswers } from '#platform/web/phone/copies.ts'
import { getComments, getGroupItem, getGroupNews, getImage, getRegionItem, getRegionNews } from '../calls.ts'
import { ListedPage, NewsComments, NewsImage, NewsItem } from '../contract.ts'

export const keptNews: KeptAnswers = [
  [getRegionNews, ListedPage],
  [getGroupNews, ListedPage],
  [getRegionItem, NewsItem],
  [getGroupItem, NewsItem],
  [getImage, NewsImage],
  [getComments, NewsComments],
]
