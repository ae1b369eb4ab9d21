// A process that decodes what strangers send as pictures: a hostile file can at most end it.
import { work } from '#platform/server/work-process/in-work-process.ts'
import { makePicture, PICTURE_MEMORY } from './make.ts'

work(PICTURE_MEMORY, makePicture)
