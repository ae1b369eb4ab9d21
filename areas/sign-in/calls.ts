import { post } from '#platform/contract/call.ts'

/** Ends the sign-in that it is sent with: its token, and all that the same session at the provider has been given. */
export const endSignIn = post<boolean, undefined>('/api/user/loggaut')
