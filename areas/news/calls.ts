import { get, kept, post, remove } from '#platform/contract/call.ts'
import type { Gate } from '#platform/contract/claims.ts'
import type {
  ChangedComment,
  ListedItem,
  NewComment,
  NewsComment,
  NewsImage,
  NewsItem,
  NewsPage,
  PageQuery,
} from './contract.ts'

export const newsGate: Gate = { anyOf: ['NewsEnabled'] }

/** The dashboard's blocks check the page's gate and their own flag. */
export const newsBlockGate: Gate = { ...newsGate, unlessBlacklisted: 'NewsEnabled' }

export const getRegionNews = kept(get<NewsPage<ListedItem>, PageQuery>('/api/nyheter/getregion', newsGate))
export const getGroupNews = kept(get<NewsPage<ListedItem>, PageQuery>('/api/nyheter/getkoncern', newsGate))
export const getRegionItem = kept(get<NewsItem, { newsId: number }>('/api/nyheter/getregion/:newsId', newsGate))
export const getGroupItem = kept(get<NewsItem, { newsId: number }>('/api/nyheter/getkoncern/:newsId', newsGate))
export const getImage = kept(get<NewsImage, { imageId: string }>('/api/nyheter/getimage/:imageId', newsGate))
export const getComments = kept(
  get<NewsComment[], { newsId: number; page?: number | undefined }>('/api/nyheter/getcomments', newsGate),
)
export const addComment = post<NewsComment, NewComment>('/api/nyheter/addcomment', newsGate)
export const saveComment = post<NewsComment, ChangedComment>('/api/nyheter/savecomment', newsGate)
export const deleteComment = remove<boolean, { commentId: number }>('/api/nyheter/deletecomment', newsGate)
