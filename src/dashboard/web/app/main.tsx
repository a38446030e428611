import '../ui/tokens.css'
import '../ui/base.css'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Router } from 'wouter'
import { queries } from '../api.ts'
import { askForSession } from '../session.tsx'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { App } from './app.tsx'

askForSession()
createRoot(document.getElementById('app')!).render(
  <StrictMode>
    <CSPProvider disableStyleElements>
      <ErrorBoundary>
        <QueryClientProvider client={queries}>
          <Router base="/dashboard">
            <App />
          </Router>
        </QueryClientProvider>
      </ErrorBoundary>
    </CSPProvider>
  </StrictMode>,
)
