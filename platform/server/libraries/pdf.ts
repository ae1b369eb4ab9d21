export { default as PDFDocument } from 'pdfkit'
