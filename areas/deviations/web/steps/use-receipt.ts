import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useStart } from '../start.ts'
import type { Saved } from './use-deviation.ts'

/**
 * The receipt takes the form's place where the form was opened, so that Back leaves both, and not through steps of what has been sent. It is
 * shown until the form is opened anew, which gives it another key in the history.
 */
export function useReceipt() {
  const navigate = useNavigate()
  const { key } = useLocation()
  const start = useStart()
  const [receipt, setReceipt] = useState<{ readonly saved: Saved; readonly at: readonly string[] }>()
  useEffect(() => {
    if (receipt && start.back > 0) void navigate(-start.back)
    // oxlint-disable-next-line react/exhaustive-deps -- once, when the report has been saved
  }, [receipt])
  return {
    receipt: receipt?.at.includes(key) ? receipt.saved : null,
    // It is shown at once, before the browser has gone back.
    showReceipt: (saved: Saved) => setReceipt({ saved, at: [key, start.key] }),
  }
}
