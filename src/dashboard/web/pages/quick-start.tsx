import './quick-start/quick-start.css'
import { useMutation } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { api, unwrap } from '../api.ts'
import { useOrganization } from '../session.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { CodeBlock } from '../ui/copy.tsx'
import { ErrorNote } from '../ui/error-state.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { useFirstVoice } from '../voices.ts'
import { renewKeys } from './keys/data.ts'
import { ClientSteps } from './quick-start/client-steps.tsx'
import { clients, exportLine } from './quick-start/clients.ts'

/** Stands for a key that nobody has made yet. */
const NO_KEY = 'sk_purr_…'

/** What to copy to hear Purr in a program: commands with this server's address, and a key. */
export default function QuickStart() {
  const { id: organization } = useOrganization()
  const voice = useFirstVoice(organization)
  const making = useMutation({
    mutationFn: () =>
      unwrap(api.management.organizations({ organization }).keys.post({ name: 'Quick start' })),
    onSuccess: () => renewKeys(organization),
  })
  const key = making.data?.key
  return (
    <>
      <PageHeader title="Quick start">Copy what your program needs, and hear it speak.</PageHeader>
      <div className="stack quick-start">
        <Card
          title="1. Get a key"
          actions={
            key === undefined && (
              <Button kind="primary" icon={KeyRound} busy={making.isPending} onClick={() => making.mutate()}>
                Make a key
              </Button>
            )
          }
        >
          <p className="quiet">
            {key === undefined
              ? 'Make a key here, or use one that you have. Then run this in the terminal in which your program runs:'
              : 'This key is shown only now. Run this in the terminal in which your program runs:'}
          </p>
          {making.error && <ErrorNote error={making.error} />}
          <CodeBlock code={exportLine(key ?? NO_KEY)} label="The key for your terminal" wrap />
        </Card>
        <Card title="2. Speak">
          <Loaded query={voice}>
            {({ id, model_id }) => (
              <Tabs
                label="Client"
                tabs={clients({ origin: location.origin, model: model_id, voice: id }).map((client) => ({
                  value: client.id,
                  label: client.name,
                  content: <ClientSteps client={client} apiKey={key ?? NO_KEY} />,
                }))}
              />
            )}
          </Loaded>
        </Card>
      </div>
    </>
  )
}
