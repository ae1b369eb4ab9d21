import { sql } from 'kysely'
import { absentNumbers, columnOf, type Id, inBody, inPath, inQuery, type Named } from './test-named-object.ts'
import type { TestPortal } from './test-portal.ts'

/** News and comments that Anna's calls name. One region is her own, the others are not, and the group's news are for everybody. */
export async function newsObjects(portal: TestPortal, area: Id): Promise<Named[]> {
  const column = (query: ReturnType<typeof sql>) => columnOf(portal.db, query)
  const anna = sql`(select id from employees where user_name = 'anna')`
  const items = (where: ReturnType<typeof sql>) =>
    column(sql`select i.id from news_items i join news_channels c on c.id = i.channel_id where ${where} order by i.id`)
  const region = {
    own: await items(sql`c.company = 'norr' and c.area = ${area}`),
    colleagues: await items(sql`c.company = 'norr' and c.area <> ${area}`),
    otherCompanies: await items(sql`c.company <> 'norr'`),
    absent: absentNumbers,
  }
  const group = await items(sql`c.company is null`)
  const pictures = (of: readonly Id[]) =>
    column(sql`select document_id from news_files where kind = 'picture' and item_id = any(${[...of]}::bigint[])`)
  const comment = async (userName: string) =>
    (
      await portal.send(userName, 'POST', '/api/nyheter/addcomment', {
        body: { newsItemId: group[0], bodyText: 'Hej' },
      })
    ).body.result.id as number
  const comments = async () => ({
    own: [await comment('anna'), await comment('anna')],
    colleagues: [await comment('cecilia')],
    otherCompanies: [await comment('gunilla'), await comment('ida')],
    absent: absentNumbers,
  })
  const newsItems = { ...region, own: [...region.own, ...group] }

  return [
    { ...inPath('/api/nyheter/getregion', 'newsId'), ...region },
    {
      ...inPath('/api/nyheter/getkoncern', 'newsId'),
      own: group,
      colleagues: region.colleagues,
      otherCompanies: region.otherCompanies,
      absent: absentNumbers,
    },
    {
      ...inPath('/api/nyheter/getimage', 'imageId'),
      own: await pictures(newsItems.own),
      colleagues: await pictures(region.colleagues),
      otherCompanies: await pictures(region.otherCompanies),
      absent: ['0'.repeat(22), 'finns-inte'],
    },
    { ...inQuery('/api/nyheter/getcomments', 'newsId'), ...newsItems },
    { ...inBody('/api/nyheter/addcomment', 'newsItemId', { bodyText: 'Hej' }), ...newsItems },
    { ...inBody('/api/nyheter/savecomment', 'id', { bodyText: 'Nytt', newsItemId: group[0] }), ...(await comments()) },
    {
      ...inBody('/api/nyheter/savecomment', 'newsItemId', { bodyText: 'Nytt', id: await comment('anna') }),
      ...region,
      own: [group[0]!],
    },
    { ...inQuery('/api/nyheter/deletecomment', 'commentId', 'DELETE'), ...(await comments()) },
    {
      ...inBody('/api/nyheter/anmalkommentar', 'kommentarId', { anledning: 'Hör inte hit' }),
      own: [],
      // Everybody sees the comments on the group's news, so only comments on other regions' news are listed.
      colleagues: await column(sql`select m.id from news_comments m join news_items i on i.id = m.item_id
        join news_channels c on c.id = i.channel_id where c.company = 'norr' and c.area not in (
          select value from employee_claims where employee_id = ${anna} and type = 'IntraCompanyArea')`),
      otherCompanies: await column(sql`select m.id from news_comments m join news_items i on i.id = m.item_id
        join news_channels c on c.id = i.channel_id where c.company <> 'norr'`),
      absent: absentNumbers,
    },
  ]
}
