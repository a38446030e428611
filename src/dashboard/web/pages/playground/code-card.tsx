import { equivalentCode } from '../../speech/code.ts'
import type { SpeechSettings } from '../../speech/request.ts'
import { Card } from '../../ui/card.tsx'
import { CodeBlock } from '../../ui/copy.tsx'
import { Tabs } from '../../ui/tabs.tsx'

/** The playground's request, as programs send it. */
export function CodeCard({ settings }: { settings: SpeechSettings }) {
  const { curl, javascript, python } = equivalentCode(settings, location.origin)
  const languages = [
    { value: 'curl', label: 'curl', code: curl },
    { value: 'javascript', label: 'JavaScript', code: javascript },
    { value: 'python', label: 'Python', code: python },
  ]
  return (
    <Card title="The same in code">
      <p className="quiet">
        The key is in the environment variable <code>PURR_API_KEY</code>.
      </p>
      <Tabs
        label="Language"
        tabs={languages.map(({ value, label, code }) => ({
          value,
          label,
          content: <CodeBlock code={code} label={`Code for ${label}`} />,
        }))}
      />
    </Card>
  )
}
