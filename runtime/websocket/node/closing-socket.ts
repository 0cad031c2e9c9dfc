import { WebSocket } from 'ws';

/** Reasons for the closes that `ws` starts itself, by code (RFC 6455 section 7.4.1). */
const reasons: { readonly [code: number]: string } = {
  1002: 'protocol error',
  1007: 'text is not UTF-8',
  1009: 'message too big',
};

/** A WebSocket that sends a reason whenever it closes, even if `ws` detects the error. */
export class ClosingSocket extends WebSocket {
  override close(code?: number, reason?: string | Buffer): void {
    super.close(code, reason ?? reasons[code ?? 1005]);
  }
}
