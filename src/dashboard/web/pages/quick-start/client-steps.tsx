import { CodeBlock, CopyButton } from '../../ui/copy.tsx'
import type { Client } from './clients.ts'

/** What to do to speak with a client. */
export function ClientSteps({
  client: { name, about, steps, section },
  apiKey,
}: {
  client: Client
  apiKey: string
}) {
  return (
    <div className="stack">
      <p>{about}</p>
      {steps.map((step) => (
        <section key={step.title} className="quick-start-step">
          <h3>{step.title}</h3>
          {'code' in step ? (
            <CodeBlock code={step.code} label={`${name}: ${step.title}`} />
          ) : (
            <dl className="quick-start-fields">
              {step.fields.map(([field, filled]) => {
                const value = filled === 'key' ? apiKey : filled
                return (
                  <div key={field}>
                    <dt>{field}</dt>
                    <dd>
                      <code>{value}</code>
                      <CopyButton text={value} />
                    </dd>
                  </div>
                )
              })}
            </dl>
          )}
        </section>
      ))}
      <p className="quiet">
        <a href={section} target="_blank" rel="noreferrer">
          More in the documentation
        </a>
      </p>
    </div>
  )
}
