import * as z from 'zod/mini'
import { Written } from '#core/cases/messages.ts'
import { localDateTime } from '#platform/contract/dates.ts'
import { pageNumber } from '#platform/contract/page-number.ts'
import { commentRefusal, isComment, reportReasons } from './rules.ts'
import { trueOrFalse } from '#platform/contract/true-or-false.ts'

const Attachment = z.object({
  /** The parameter of GET /api/spcommon/downloadfile. */
  fileUrl: z.string(),
  fileName: z.string(),
  /** Without a dot: 'pdf'. */
  fileExtension: z.string(),
})
export type Attachment = z.infer<typeof Attachment>

const listed = {
  id: z.int(),
  title: z.string(),
  /** HTML as platform/contract/rich-text.ts allows it. */
  introText: z.string(),
  publishedDate: localDateTime,
  authorName: z.string(),
}

export const NewsItem = z.object({
  ...listed,
  /** HTML; its pictures have a data-image-id. */
  bodyText: z.string(),
  newsAttachments: z.array(Attachment),
})
export type NewsItem = z.infer<typeof NewsItem>

/** An item in a list; a compact list leaves out body and attachments. */
export const ListedItem = z.object({
  ...listed,
  bodyText: z.optional(z.string()),
  newsAttachments: z.optional(z.array(Attachment)),
})
export type ListedItem = z.infer<typeof ListedItem>

export interface NewsPage<Item> {
  items: Item[]
  totalRecords: number
}
export const ListedPage = z.object({ items: z.array(ListedItem), totalRecords: z.int() })

const numeral = (message: string) => z.string(message).check(z.regex(/^[1-9]\d{0,14}$/, message))
const asNumber = z.transform(Number)

/** Pages count from 0. */
export const PageQuery = z.object({
  page: pageNumber,
  compact: z.optional(trueOrFalse()),
})
export type PageQuery = z.infer<typeof PageQuery>

export const ItemQuery = z.object({ newsId: z.pipe(numeral('Felaktig nyhet'), asNumber) })

export const ImageQuery = z.object({ imageId: z.string().check(z.maxLength(100, 'Felaktig bild')) })

export const NewsImage = z.object({
  imageId: z.string(),
  contentType: z.string(),
  /** Base64. */
  data: z.string(),
})
export type NewsImage = z.infer<typeof NewsImage>

export const NewsComment = z.object({
  id: z.int(),
  /** Plain text. */
  bodyText: z.string(),
  newsItemId: z.int(),
  authorName: z.string(),
  createdDate: localDateTime,
  /** Whether the signed-in employee may change and remove it. */
  canEdit: z.boolean(),
  /**
   * Only on the employee's own comment, if the office has hidden or removed it; others do not see that comment. Not part of the
   * specification.
   */
  moderering: z.optional(z.object({ beslut: z.enum(['Dold', 'Borttagen']), orsak: z.string() })),
  /** Only on the employee's own comment, if the office has answered about it: the key under which the answer is marked as seen. */
  svar: z.optional(z.string()),
  /** Only on the employee's own comment, if it has been reported again: the keys of the answers from before. */
  tidigareSvar: z.optional(z.array(z.string())),
  /** Only on the employee's own comment: what the office has written about it, oldest first. */
  meddelanden: z.optional(z.array(Written)),
})
export type NewsComment = z.infer<typeof NewsComment>
export const NewsComments = z.array(NewsComment)

export const CommentsQuery = z.object({
  newsId: z.pipe(numeral('Felaktig nyhet'), asNumber),
  page: z.optional(pageNumber),
})

const id = (message: string) => z.int(message).check(z.positive(message))

const bodyText = z.string(commentRefusal).check(
  z.refine(isComment, commentRefusal),
  // oxlint-disable-next-line no-control-regex -- the expression is meant to find NUL
  z.refine((value) => !value.includes('\u0000') && value.isWellFormed(), 'Kommentar innehåller otillåtna tecken'),
)

export const NewComment = z.strictObject({ bodyText, newsItemId: id('Felaktig nyhet') })
export type NewComment = z.infer<typeof NewComment>

export const ChangedComment = z.strictObject({
  id: id('Felaktig kommentar'),
  bodyText,
  newsItemId: id('Felaktig nyhet'),
})
export type ChangedComment = z.infer<typeof ChangedComment>

export const CommentQuery = z.object({ commentId: z.pipe(numeral('Felaktig kommentar'), asNumber) })

export const ReportComment = z.strictObject({
  kommentarId: id('Felaktig kommentar'),
  anledning: z.enum(reportReasons, 'Välj en anledning.'),
})
export type ReportComment = z.infer<typeof ReportComment>
