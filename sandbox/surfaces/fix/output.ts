import { settings } from '../../settings.js';

/** The part of a FIX session that {@link Output} uses. */
export interface OutputClient {
  readonly isOpen: boolean;
  logout(text?: string): Promise<void>;
}

/** Sends messages on a session, and ends it if its peer does not take them (fix-15). */
export class Output {
  readonly #client: OutputClient;
  #waiting = 0;
  #isEnded = false;

  constructor(client: OutputClient) {
    this.#client = client;
  }

  /** Sends a message, unless the session has ended. */
  send(send: () => Promise<void>): void {
    if (this.#isEnded || !this.#client.isOpen) return;
    this.#waiting += 1;
    const done = (): void => {
      this.#waiting -= 1;
    };
    // A session that has ended needs no messages: the next one asks for what it missed.
    send().then(done, done);
    if (this.#waiting > settings['fix-15'].maxWaiting) this.#shed();
  }

  /** Sends nothing more: the connection has ended, and another one may be open on the same session. */
  end(): void {
    this.#isEnded = true;
  }

  #shed(): void {
    this.end();
    void this.#client.logout('Messages are not taken quickly enough').catch(() => undefined);
  }
}
