import './copy.css'
import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from './button.tsx'
import { IconButton } from './icon-button.tsx'

/** Copies a text. With a label it is a button with a text. */
export function CopyButton({ text, label }: { text: string; label?: string }) {
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), 2000)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = async () => {
    await copyText(text)
    setCopied(true)
  }
  const icon = isCopied ? Check : Copy
  return (
    <>
      {label === undefined ? (
        <IconButton icon={icon} label={isCopied ? 'Copied' : 'Copy'} onClick={copy} />
      ) : (
        <Button icon={icon} onClick={copy}>
          {isCopied ? 'Copied' : label}
        </Button>
      )}
      <span className="visually-hidden" role="status">
        {isCopied ? 'Copied' : ''}
      </span>
    </>
  )
}

/** The clipboard is there only on https and this machine; elsewhere the browser copies a selection. */
async function copyText(text: string): Promise<void> {
  if (navigator.clipboard !== undefined) return navigator.clipboard.writeText(text)
  const area = document.createElement('textarea')
  area.value = text
  area.className = 'visually-hidden'
  const focused = document.activeElement
  ;(focused?.closest('[role=dialog]') ?? document.body).append(area)
  area.select()
  document.execCommand('copy')
  area.remove()
  if (focused instanceof HTMLElement) focused.focus()
}

/**
 * Text for a terminal or a program, with a button that copies it.
 *
 * @param wrap for texts without lines, such as keys and links
 */
export function CodeBlock({
  code,
  label,
  wrap,
}: {
  code: string
  /** What it is, for those who do not see it. */
  label: string
  wrap?: boolean
}) {
  return (
    <div className="code">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section className="code-text" tabIndex={0} aria-label={label} data-wrap={wrap ? '' : undefined}>
        <pre>{code}</pre>
      </section>
      <CopyButton text={code} />
    </div>
  )
}
