export { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
export { S3Driver } from 'flydrive/drivers/s3'
