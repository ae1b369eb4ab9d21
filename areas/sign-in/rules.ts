/** Where a page reports what went wrong with a sign-in. It is not a call, since nobody is signed in then. */
export const troublePath = '/sign-in/trouble'

/** Codes of OAuth 2.0 (RFC 6749) and OpenID Connect Core, and three of our own. Nothing else is reported: it could identify somebody. */
const troubles = [
  'invalid_request',
  'unauthorized_client',
  'access_denied',
  'unsupported_response_type',
  'invalid_scope',
  'server_error',
  'temporarily_unavailable',
  'invalid_client',
  'invalid_grant',
  'unsupported_grant_type',
  'interaction_required',
  'login_required',
  'account_selection_required',
  'consent_required',
  'request_not_supported',
  'request_uri_not_supported',
  'registration_not_supported',
  /** The provider issued no refresh token, although one was requested: renewal falls back to a frame. */
  'no_refresh_token',
  /** The provider's answer to a refresh token contains no new ID token: the page goes to the provider instead. */
  'no_id_token',
  /** Anything else: for example, the answer was not for this browser's request, or its ID token is not the requested one. */
  'not_finished',
] as const

export type Trouble = (typeof troubles)[number]

export const isTrouble = (text: unknown): text is Trouble => troubles.includes(text as Trouble)
