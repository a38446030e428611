import { keepPreviousData } from '@tanstack/react-query'

/** How a list is asked for page by page. What was shown stays while the answer to another question is on its way. */
export const PAGED = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next_page }: { readonly next_page: string | null }) => next_page ?? undefined,
  placeholderData: keepPreviousData,
}
