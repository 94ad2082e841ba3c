import type { ComponentProps } from 'react'
import './sandboxed-page.css'

/**
 * The frame that shows somebody's page, the one place that says how far it is shut in: the window may look into it, the page may
 * run nothing, send nothing and go nowhere.
 */
export function SandboxedPage(props: Omit<ComponentProps<'iframe'>, 'sandbox' | 'referrerPolicy'> & { readonly title: string }) {
  return <iframe className="sandboxed-page" {...props} sandbox="allow-same-origin" referrerPolicy="no-referrer" />
}
