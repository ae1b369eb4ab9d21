import * as z from 'zod/mini'

// Values that a person or the help desk can change, or that a new employee can inherit, do not identify a person. Written as `plain` returns them.
const reassigned = new Set([
  'cn',
  'commonname',
  'displayname',
  'edupersonprincipalname',
  'email',
  'emailaddress',
  'eppn',
  'familyname',
  'givenname',
  'login',
  'loginname',
  'logonname',
  'mail',
  'mailnickname',
  'mobile',
  'name',
  'nickname',
  'onpremsamaccountname',
  'onpremisessamaccountname',
  'onpremisesuserprincipalname',
  'phone',
  'phonenumber',
  'preferredusername',
  'samaccountname',
  'sn',
  'surname',
  'telephonenumber',
  'uid',
  'uniquename',
  'upn',
  'username',
  'userprincipalname',
  'winaccountname',
  'windowsaccountname',
  // Names of attributes in X.500, LDAP and Active Directory.
  '0.9.2342.19200300.100.1.1', // uid
  '0.9.2342.19200300.100.1.3', // mail
  '0.9.2342.19200300.100.1.41', // mobile
  '1.2.840.113549.1.9.1', // emailAddress
  '1.2.840.113556.1.4.221', // sAMAccountName
  '1.2.840.113556.1.4.656', // userPrincipalName
  '1.3.6.1.4.1.5923.1.1.1.6', // eduPersonPrincipalName
  '2.16.840.1.113730.3.1.241', // displayName
  '2.5.4.3', // cn
  '2.5.4.4', // sn
  '2.5.4.20', // telephoneNumber
  '2.5.4.42', // givenName
])

/** A claim's name without the address or prefix before it: `http://schemas.xmlsoap.org/…/claims/upn`, `cognito:username`, `urn:oid:2.5.4.3`. */
function plain(claim: string): string {
  const name = claim.toLowerCase().split(/[/:]/).findLast(Boolean) ?? ''
  return /^[\d.]+$/.test(name) ? name : name.replaceAll(/[._-]/g, '')
}

/** The name of a claim that may identify an employee. */
export const subjectClaim = z.string().check(
  z.regex(/^[\w.:/-]{1,100}$/, 'must be the name of a claim'),
  z.refine(
    (name) => !reassigned.has(plain(name)),
    'must be a claim that never changes and is never reused, such as sub or oid; names, user names, e-mail addresses and phone numbers are given to others',
  ),
)
