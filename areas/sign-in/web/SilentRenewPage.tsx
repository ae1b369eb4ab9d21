import { useEffect } from 'react'
import { useNavigate } from 'react-router'

/** Runs in a hidden frame of the portal: passes the provider's answer to the surrounding page. */
export default function SilentRenewPage() {
  const navigate = useNavigate()
  useEffect(() => {
    if (window.parent === window) void navigate('/', { replace: true })
    else void import('./manager.ts').then(({ answerFrame }) => answerFrame())
  }, [navigate])
  return null
}
