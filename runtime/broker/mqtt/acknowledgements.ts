/** A received message that is not yet acknowledged. */
export interface Unacknowledged {
  readonly messageId: number;
  /** `acknowledged` and `abandoned` ones do not hold up those that follow. */
  state: 'open' | 'acknowledged' | 'abandoned';
}

/** Acknowledges messages of QoS 1 in the order in which they were received, as MQTT demands (version 5.0, section 4.6), in whichever order they are settled. */
export class Acknowledgements {
  readonly #send: (messageId: number) => void;
  #open: Unacknowledged[] = [];

  constructor(send: (messageId: number) => void) {
    this.#send = send;
  }

  add(messageId: number): Unacknowledged {
    const message: Unacknowledged = { messageId, state: 'open' };
    this.#open.push(message);
    return message;
  }

  settle(message: Unacknowledged, state: 'acknowledged' | 'abandoned'): void {
    if (message.state !== 'open') return;
    message.state = state;
    while (this.#open[0] !== undefined && this.#open[0].state !== 'open') {
      const first = this.#open.shift();
      if (first?.state === 'acknowledged') this.#send(first.messageId);
    }
  }

  /** The connection has ended: the broker delivers these messages again, and their ids get new meanings. */
  forget(): void {
    for (const message of this.#open) message.state = 'abandoned';
    this.#open = [];
  }
}
