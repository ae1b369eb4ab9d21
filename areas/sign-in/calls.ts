import { post } from '#platform/contract/call.ts'

/** Ends the sign-in that it is sent with: its token, and all others that the provider issued for the same session. */
export const endSignIn = post<boolean, undefined>('/api/user/loggaut')
