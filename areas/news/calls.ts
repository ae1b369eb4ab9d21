import { get, kept, post, remove } from '#platform/contract/call.ts'
import type {
  ChangedComment,
  ListedItem,
  NewComment,
  NewsComment,
  NewsImage,
  NewsItem,
  NewsPage,
  PageQuery,
  ReportComment,
} from './contract.ts'
import { newsGate } from './gate.ts'

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
export const reportComment = post<true, ReportComment>('/api/nyheter/anmalkommentar', newsGate)
