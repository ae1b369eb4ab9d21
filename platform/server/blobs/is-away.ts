import { type Blobs, markerKey } from './blobs.ts'

/** Whether the whole file store is away, and not only one of its files. To be asked after an operation on a file has failed. */
export const isAway = (blobs: Pick<Blobs, 'read'>): Promise<boolean> =>
  blobs.read(markerKey).then(
    () => false,
    () => true,
  )
