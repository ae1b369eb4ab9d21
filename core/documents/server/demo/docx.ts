import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import type { Paper } from './paper.ts'

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const paragraph = (style: string, text: string) =>
  `<w:p><w:pPr><w:pStyle w:val="${style}"/></w:pPr><w:r><w:t xml:space="preserve">${escape(text)}</w:t></w:r></w:p>`

const style = (id: string, name: string, looks: string) =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/><w:qFormat/>${looks}</w:style>`

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006'
const openPackage = 'http://schemas.openxmlformats.org/package/2006'
const word = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"`
const wordType = 'application/vnd.openxmlformats-officedocument.wordprocessingml'

const contentTypes = `${head}<Types xmlns="${openPackage}/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Default Extension="xml" ContentType="application/xml"/>
<Override PartName="/word/document.xml" ContentType="${wordType}.document.main+xml"/>
<Override PartName="/word/styles.xml" ContentType="${wordType}.styles+xml"/>
<Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/>
</Types>`

const relationships = `${head}<Relationships xmlns="${openPackage}/relationships">
<Relationship Id="rId1" Type="${office}/relationships/officeDocument" Target="word/document.xml"/>
<Relationship Id="rId2" Type="${openPackage}/relationships/metadata/core-properties" Target="docProps/core.xml"/>
</Relationships>`

const documentRelationships = `${head}<Relationships xmlns="${openPackage}/relationships">
<Relationship Id="rId1" Type="${office}/relationships/styles" Target="styles.xml"/>
</Relationships>`

const font = '<w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:cs="Calibri"/>'
const styles = `${head}<w:styles ${word}>
<w:docDefaults><w:rPrDefault><w:rPr>${font}<w:sz w:val="22"/><w:lang w:val="sv-SE"/></w:rPr></w:rPrDefault></w:docDefaults>
${style('Normal', 'Normal', '<w:pPr><w:spacing w:after="120" w:line="276" w:lineRule="auto"/></w:pPr>')}
${style('Title', 'Title', '<w:pPr><w:spacing w:after="240"/></w:pPr><w:rPr><w:b/><w:sz w:val="44"/></w:rPr>')}
${style('Heading1', 'heading 1', '<w:pPr><w:keepNext/><w:spacing w:before="240" w:after="80"/><w:outlineLvl w:val="0"/></w:pPr><w:rPr><w:b/><w:sz w:val="28"/></w:rPr>')}
${style('ListParagraph', 'List Paragraph', '<w:pPr><w:spacing w:after="60"/><w:ind w:left="360" w:hanging="260"/></w:pPr>')}
</w:styles>`

/** A paper as a Word document. */
export async function makeDocx({ title, author, dated, sections }: Paper): Promise<Uint8Array> {
  const body = [
    paragraph('Normal', author),
    paragraph('Title', title),
    ...sections.flatMap(({ heading, paragraphs = [], points = [] }) => [
      ...(heading ? [paragraph('Heading1', heading)] : []),
      ...paragraphs.map((text) => paragraph('Normal', text)),
      ...points.map((text) => paragraph('ListParagraph', `•  ${text}`)),
    ]),
  ]
  const page =
    '<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1304" w:right="1304" w:bottom="1304" w:left="1304"/></w:sectPr>'
  const core = `${head}<cp:coreProperties xmlns:cp="${openPackage}/metadata/core-properties"
xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<dc:title>${escape(title)}</dc:title><dc:creator>${escape(author)}</dc:creator><dc:language>sv-SE</dc:language>
<dcterms:created xsi:type="dcterms:W3CDTF">${dated.toISOString().slice(0, 19)}Z</dcterms:created></cp:coreProperties>`
  const zip = new ZipFile()
  const add = (name: string, text: string) => zip.addBuffer(Buffer.from(text), name, { mtime: dated })
  add('[Content_Types].xml', contentTypes)
  add('_rels/.rels', relationships)
  add('word/document.xml', `${head}<w:document ${word}><w:body>${body.join('')}${page}</w:body></w:document>`)
  add('word/_rels/document.xml.rels', documentRelationships)
  add('word/styles.xml', styles)
  add('docProps/core.xml', core)
  zip.end()
  return buffer(zip.outputStream)
}
