import '../ui/tokens.css'
import '../ui/base.css'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Router } from 'wouter'
import { queries } from '../api.ts'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { ToastProvider } from '../ui/toast.tsx'
import { TooltipProvider } from '../ui/tooltip.tsx'
import { App } from './app.tsx'

createRoot(document.getElementById('app')!).render(
  <StrictMode>
    <CSPProvider disableStyleElements>
      <ErrorBoundary>
        <QueryClientProvider client={queries}>
          <TooltipProvider>
            <ToastProvider>
              <Router base="/dashboard">
                <App />
              </Router>
            </ToastProvider>
          </TooltipProvider>
        </QueryClientProvider>
      </ErrorBoundary>
    </CSPProvider>
  </StrictMode>,
)
