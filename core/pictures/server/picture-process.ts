// A process that decodes what strangers send as pictures: a hostile file can at most end it.
import { work } from '#platform/server/work-process/in-work-process.ts'
import { makePicture } from './make.ts'

/** A decoded picture of 50 megapixels is 200 MB, and rotating it takes as much again. */
const MOST_MEMORY = 1024 * 1024 * 1024

work(MOST_MEMORY, makePicture)
