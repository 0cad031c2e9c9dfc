import { SandboxControlClient } from '@platform/sandbox-control';

/** The client of the control plane, at the origin of the page, with the token that the document contains. */
export const control: SandboxControlClient = new SandboxControlClient({
  baseUrl: location.origin,
  credentials: {
    token: document.querySelector<HTMLMetaElement>('meta[name="sandbox-token"]')?.content ?? '',
  },
});
