export const accessibilityPath = 'tillganglighet'
