// The least that a page of this kind can weigh: React, a router, a query cache and one heading.
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { BrowserRouter, Route, Routes } from 'react-router'

function Heading() {
  const { data } = useQuery({ queryKey: ['heading'], queryFn: () => Promise.resolve('Dagens uppdrag') })
  return <h1>{data}</h1>
}

createRoot(document.querySelector('#root')!).render(
  <QueryClientProvider client={new QueryClient()}>
    <BrowserRouter>
      <Routes>
        <Route path="/" element={<Heading />} />
      </Routes>
    </BrowserRouter>
  </QueryClientProvider>,
)
