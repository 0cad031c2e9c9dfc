import { ShopClient } from './shop';

/** Client of the browser. A server that renders a component does not send its requests. */
export const shop = new ShopClient({
  baseUrl: typeof window === 'undefined' ? 'http://localhost/v1' : `${window.location.origin}/v1`,
});
