import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { changedByReporter, lockAsReporter, openCase } from '#core/cases/server/reporter.ts'
import { answersSeen, writtenTo } from '#core/cases/server/own-answers.ts'
import { caseRoutes } from '#core/cases/server/routes.ts'
import { extensionOf } from '#core/documents/rules.ts'
import { wallClockIn } from '#platform/contract/wall-clock.ts'
import type { Platform } from '#platform/server/area.ts'
import { documentAddress, documentStore } from '#core/documents/server/store.ts'
import { answer } from '#platform/server/http/answer.ts'
import { notFound } from '#platform/server/http/errors.ts'
import { once } from '#platform/server/http/once.ts'
import type { Employee } from '#platform/server/http/signed-in.ts'
import { sanitise } from './rich-text.ts'
import {
  addComment,
  deleteComment,
  getComments,
  getGroupItem,
  getGroupNews,
  getImage,
  getRegionItem,
  getRegionNews,
  reportComment,
  saveComment,
} from '../calls.ts'
import {
  ChangedComment,
  CommentQuery,
  CommentsQuery,
  ImageQuery,
  ItemQuery,
  ListedPage,
  NewComment,
  NewsComment,
  NewsComments,
  NewsImage,
  NewsItem,
  PageQuery,
  ReportComment,
} from '../contract.ts'
import { commentCases } from '../cases.ts'
import { COMMENTS_SIZE, placeOf } from '../rules.ts'
import * as moderation from './moderation.ts'
import { pageOf } from './pages.ts'
import { commentQueue } from './queue.ts'
import { scopeOf } from './scope.ts'
import * as store from './store.ts'

const regionOf = (employee: Employee): store.Channel | null => {
  const { company, area } = scopeOf(employee)
  return area === null ? null : { company, area }
}

const lists = [
  [getRegionNews, getRegionItem, regionOf],
  [getGroupNews, getGroupItem, () => 'group' as const],
] as const

const listed = ({ publishedAt, introText, files: _files, ...item }: store.StoredItem, zone: string) => ({
  ...item,
  introText: sanitise(introText),
  publishedDate: wallClockIn(zone, publishedAt),
})

const whole = (item: store.StoredItem, zone: string): Required<NewsItem> => ({
  ...listed(item, zone),
  bodyText: sanitise(item.bodyText),
  newsAttachments: item.files.map(({ id, fileName }) => ({
    fileUrl: documentAddress(id, fileName),
    fileName,
    fileExtension: extensionOf(fileName),
  })),
})

const place = ({ id, newsItemId, isGroup }: store.StoredComment) =>
  placeOf({ isGroup, itemId: newsItemId, commentId: id })

export function newsRoutes(app: FastifyInstance, platform: Platform): void {
  const { db, clock, variants } = platform
  const documents = documentStore(platform)

  const commentsFor = async (employee: Employee, stored: readonly store.StoredComment[]): Promise<NewsComment[]> => {
    const timeZone = variants.timeZoneOf(employee.company)
    const own = stored.filter(({ canEdit }) => canEdit).map(place)
    const seen = await answersSeen(db, commentCases, employee.id, own)
    const written = await writtenTo(db, commentCases, { id: employee.id, timeZone }, own)
    return stored.map((comment) => {
      const { createdAt, moderation: decided, isGroup: _isGroup, ...rest } = comment
      const { key: svar, earlier = [] } = seen.get(place(comment)) ?? {}
      const meddelanden = written.get(place(comment))
      return {
        ...rest,
        createdDate: wallClockIn(timeZone, createdAt),
        ...(decided && { moderering: decided }),
        ...(svar && { svar }),
        ...(earlier.length > 0 && { tidigareSvar: [...earlier] }),
        ...(meddelanden && { meddelanden }),
      }
    })
  }

  for (const [pageCall, itemCall, channelOf] of lists) {
    answer(app, pageCall, { query: PageQuery, answer: ListedPage }, async ({ employee, query }) => {
      const channel = channelOf(employee)
      if (!channel) return { items: [], totalRecords: 0 }
      const { page, compact = false } = query
      const zone = variants.timeZoneOf(employee.company)
      const { items, total } = await pageOf(db, channel, { page, compact })
      return {
        items: items.map((item) => {
          if (!compact) return whole(item, zone)
          const { bodyText: _none, ...rest } = listed(item, zone)
          return rest
        }),
        totalRecords: total,
      }
    })

    answer(app, itemCall, { query: ItemQuery, answer: NewsItem }, async ({ employee, query }) => {
      const channel = channelOf(employee)
      const item = channel && (await store.itemOf(db, channel, query.newsId))
      if (!item) throw notFound()
      return whole(item, variants.timeZoneOf(employee.company))
    })
  }

  answer(app, getImage, { query: ImageQuery, answer: NewsImage }, async ({ employee, query: { imageId } }) => {
    const picture = await documents.read(employee, imageId)
    if (!picture || !(await store.isPicture(db, imageId))) throw notFound()
    // Every picture was re-encoded as a JPEG when it was imported (core/pictures/server).
    return { imageId, contentType: 'image/jpeg', data: Buffer.from(picture.bytes).toString('base64') }
  })

  answer(app, getComments, { query: CommentsQuery, answer: NewsComments }, async ({ employee, query }) => {
    const scope = scopeOf(employee)
    const { newsId, page = 0 } = query
    // Whoever has moved to another area no longer sees the item, but can still change or remove what he or she wrote about it.
    const ownOnly = !(await store.maySee(db, scope, newsId))
    const found = await store.commentsOn(db, scope, newsId, { page, size: COMMENTS_SIZE, ownOnly })
    if (ownOnly && found.length === 0) throw notFound()
    return commentsFor(employee, found)
  })

  const own = async (employee: Employee, id: number): Promise<NewsComment> => {
    const comment = await store.ownComment(db, scopeOf(employee), id)
    // The request is repeated after the comment was removed on another device.
    if (!comment) throw notFound()
    const [shown] = await commentsFor(employee, [comment])
    if (!shown) throw notFound()
    return shown
  }

  answer(app, addComment, { body: NewComment, answer: NewsComment }, async (ask) => {
    const now = clock()
    const { id } = await once(db, ask, now, async (tx) => {
      const typed = { ...ask.body, bodyText: ask.body.bodyText.trim() }
      const added = await store.addComment(tx, scopeOf(ask.employee), typed, now)
      if (added === null) throw notFound()
      return { id: added }
    })
    return own(ask.employee, id)
  })

  answer(app, saveComment, { body: ChangedComment, answer: NewsComment }, async (ask) => {
    const { id } = await once(db, ask, clock(), async (tx) => {
      const typed = { ...ask.body, bodyText: ask.body.bodyText.trim() }
      const reported = await moderation.openReportOf(tx, typed.id)
      const author = { id: ask.employee.id, company: reported?.company ?? ask.employee.company }
      // Before the comment, as a decision does.
      if (reported) await lockAsReporter(tx, commentQueue, author, reported.id)
      const isOther = await store.changeComment(tx, scopeOf(ask.employee), typed)
      if (isOther === null) throw notFound()
      if (reported && isOther) {
        const when = { at: clock(), timeZone: variants.timeZoneOf(author.company) }
        await changedByReporter(tx, commentQueue, author, { id: reported.id, what: 'kommentaren' }, when)
      }
      return { id: typed.id }
    })
    return own(ask.employee, id)
  })

  answer(app, deleteComment, { query: CommentQuery, answer: z.boolean() }, ({ employee, query }) =>
    db.transaction().execute(async (tx) => {
      const reported = await moderation.openReportOf(tx, query.commentId)
      const author = { id: employee.id, company: reported?.company ?? employee.company }
      // Before the comment, as a decision does.
      if (reported) await lockAsReporter(tx, commentQueue, author, reported.id)
      if (!(await store.removeComment(tx, scopeOf(employee), query.commentId))) throw notFound()
      if (reported) {
        const when = { at: clock(), timeZone: variants.timeZoneOf(author.company) }
        await moderation.endRemoved(tx, author, reported, when)
      }
      return true
    }),
  )

  answer(app, reportComment, { body: ReportComment, answer: z.literal(true) }, (ask) => {
    const now = clock()
    return once(db, ask, now, async (tx) => {
      const opened = await moderation.reportComment(tx, scopeOf(ask.employee), ask.body, now)
      if (opened === undefined) throw notFound()
      if (opened) await openCase(tx, commentQueue, opened, { at: now, timeZone: variants.timeZoneOf(opened.company) })
      return true as const
    })
  })

  caseRoutes(app, platform, commentQueue)
}
