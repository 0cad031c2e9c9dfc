import type { SocketRequest } from '@tallystick/runtime/websocket';

/**
 * The profiles whose keys were verified on open connections. Only for them is it worth looking for the owners of an event among all
 * subscribers.
 */
export class KnownProfiles {
  readonly #connections = new Map<string, Set<SocketRequest>>();
  readonly #requests = new Map<number, SocketRequest>();
  readonly #profiles = new Map<SocketRequest, Set<string>>();

  /** True if a connection may have a subscription of the profile. */
  has(profile: string): boolean {
    return this.#connections.has(profile);
  }

  /** Reports an open connection. */
  connected(connection: number, request: SocketRequest): void {
    this.#requests.set(connection, request);
    this.#profiles.set(request, new Set());
  }

  /** Reports that a key of a profile was verified on a connection. */
  verified(request: SocketRequest, profile: string): void {
    const profiles = this.#profiles.get(request);
    // The connection may have ended in the meantime.
    if (profiles === undefined) return;
    profiles.add(profile);
    const connections = this.#connections.get(profile);
    if (connections === undefined) this.#connections.set(profile, new Set([request]));
    else connections.add(request);
  }

  /** Reports the end of a connection. */
  disconnected(connection: number): void {
    const request = this.#requests.get(connection);
    this.#requests.delete(connection);
    if (request === undefined) return;
    for (const profile of this.#profiles.get(request) ?? []) {
      const connections = this.#connections.get(profile);
      connections?.delete(request);
      if (connections?.size === 0) this.#connections.delete(profile);
    }
    this.#profiles.delete(request);
  }
}
