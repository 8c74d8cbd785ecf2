/// <reference types="vite/client" />
/// <reference types="@solidjs/vite-plugin/virtual-modules" />
/// <reference types="@solidjs/vite-plugin/boundary-modules" />

declare module "virtual:solid-ssr-handler" {
  export function handleRequest(request: Request): Promise<Response>;
}
