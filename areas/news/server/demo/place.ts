/** What the articles of an area need to know about it. */
export interface Place {
  readonly company: string
  readonly area: string
  readonly depot: string
  readonly line: string
  readonly hub: string
  readonly street: string
  /** The area's manager: user name and name. */
  readonly manager: readonly [string, string]
  /** The name of the person who plans and leads the traffic. */
  readonly lead: string
  readonly workshop: string
  /** Employees who comment. */
  readonly staff: readonly string[]
}

export const places: readonly Place[] = [
  {
    company: 'norr',
    area: 'Umeå',
    depot: 'Västerslätt',
    line: '1',
    hub: 'Vasaplan',
    street: 'Storgatan',
    manager: ['monica', 'Monica Stenlund'],
    lead: 'Cecilia Wikström',
    workshop: 'Roger Granström',
    staff: [
      'anna',
      'amina',
      'anders',
      'sirpa',
      'tesfaye',
      'lars-goran',
      'zahra',
      'emil',
      'omar',
      'birgitta',
      'cecilia',
    ],
  },
  {
    company: 'norr',
    area: 'Skellefteå',
    depot: 'Risbergsgatan',
    line: '2',
    hub: 'busstationen',
    street: 'Kanalgatan',
    manager: ['karl-erik', 'Karl-Erik Marklund'],
    lead: 'Ulrika Lundmark',
    workshop: 'Roger Granström',
    staff: ['per-olov', 'linnea', 'yusuf', 'marika', 'ulrika'],
  },
  {
    company: 'vast',
    area: 'Borås',
    depot: 'Hulta',
    line: '1',
    hub: 'Södra torget',
    street: 'Allégatan',
    manager: ['hans', 'Hans Claesson'],
    lead: 'Jasmina Begić',
    workshop: 'Tommy Hallqvist',
    staff: ['gunilla', 'mehmet', 'camilla', 'dragan', 'rebecka', 'ali', 'lennart', 'thi-mai', 'stefan'],
  },
  {
    company: 'syd',
    area: 'Lund',
    depot: 'Gastelyckan',
    line: '4',
    hub: 'Botulfsplatsen',
    street: 'Dalbyvägen',
    manager: ['magnus', 'Magnus Persson'],
    lead: 'Layla Hassan',
    workshop: 'Bengt Mårtensson',
    staff: ['ida', 'kwame', 'jorgen', 'agnieszka', 'mustafa', 'susanne', 'layla'],
  },
  {
    company: 'ost',
    area: 'Norrköping',
    depot: 'Händelö',
    line: '3',
    hub: 'Resecentrum',
    street: 'Kungsgatan',
    manager: ['mikael', 'Mikael Söderlund'],
    lead: 'Pia Gustavsson',
    workshop: 'Conny Blomqvist',
    staff: ['jonas', 'hodan', 'tapio', 'maria', 'fredrik', 'farid', 'helen'],
  },
]

/** An article of the demo. */
export interface Article {
  readonly key: string
  /** Days before the demo's first start, and the time of day. */
  readonly ago: number
  readonly time: string
  readonly title: string
  readonly author: string
  readonly body: string
  readonly picture?: { readonly name: PictureName; readonly alt: string }
  readonly attachment?: Attached
  /** What colleagues write; the place decides who they are. */
  readonly comments?: readonly string[]
}

export type PictureName = 'vinter' | 'laddning' | 'kaffe' | 'karta' | 'reflex' | 'fika'

/** A document made for the demo: a heading and its lines. */
export interface Attached {
  readonly fileName: `${string}.pdf` | `${string}.docx`
  readonly lines: readonly string[]
}
