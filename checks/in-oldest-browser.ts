// For tests of single parts in a real browser.
import { becomeOldest } from './oldest-browser.ts'

// Tests use it themselves.
const withResolvers = Object.getOwnPropertyDescriptor(Promise, 'withResolvers')
becomeOldest()
if (withResolvers) Object.defineProperty(Promise, 'withResolvers', withResolvers)
