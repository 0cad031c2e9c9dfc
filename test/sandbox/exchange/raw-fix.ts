import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { wire } from '../../fix/wire.js';

/** A FIX client that sends whatever a test says, and keeps whatever it receives, byte by byte. */
export class RawFix {
  /** Messages that were received, with `|` instead of SOH. */
  readonly received: string[] = [];
  readonly #socket: Socket;
  readonly #beginString: string;
  readonly #key: string;
  readonly #now: () => number;
  #rest = '';
  #wake: () => void = () => undefined;
  #isEnded = false;

  private constructor(socket: Socket, beginString: string, key: string, now: () => number) {
    this.#socket = socket;
    this.#beginString = beginString;
    this.#key = key;
    this.#now = now;
    socket.on('data', (bytes) => this.#take(bytes.toString('latin1')));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.#isEnded = true;
      this.#wake();
    });
  }

  /** Connects to a port of this machine. */
  static async open(
    port: number,
    beginString: string,
    key: string,
    now: () => number,
  ): Promise<RawFix> {
    const socket = connect({ host: '127.0.0.1', port });
    await once(socket, 'connect');
    return new RawFix(socket, beginString, key, now);
  }

  /** Sends a Logon with the signature of the key, made as the specification says. */
  logOn(
    { secret, passphrase }: { readonly secret: string; readonly passphrase: string },
    { sequence = 1, at = this.#now() }: { readonly sequence?: number; readonly at?: number } = {},
  ): void {
    const time = timeText(at);
    const signed = [time, 'A', String(sequence), this.#key, 'Coinbase', passphrase].join('\u0001');
    const signature = createHmac('sha256', Buffer.from(secret, 'base64')).update(signed);
    const version = this.#beginString === 'FIXT.1.1' ? '1137=9|' : '';
    this.send(
      'A',
      sequence,
      `98=0|108=30|554=${passphrase}|95=44|96=${signature.digest('base64')}|${version}`,
      time,
    );
  }

  /** Sends a message, in whose body `|` stands for SOH. */
  send(
    msgType: string,
    sequence: number,
    body: string,
    time: string = timeText(this.#now()),
  ): void {
    this.#socket.write(wire(this.#header(msgType, sequence, time) + body, this.#beginString));
  }

  /** Sends a message with a CheckSum that is one too high. */
  sendWithWrongChecksum(msgType: string, sequence: number, body: string): void {
    const bytes = wire(
      this.#header(msgType, sequence, timeText(this.#now())) + body,
      this.#beginString,
    );
    const sum = Number(bytes.toString('latin1').slice(-4, -1));
    const text = bytes.toString('latin1').slice(0, -4);
    const wrong = String((sum + 1) % 256).padStart(3, '0');
    this.#socket.write(Buffer.from(`${text}${wrong}\u0001`, 'latin1'));
  }

  /** Resolves to the first message of a type, and removes it with all before it. Rejects if the connection ends. */
  async next(msgType: string): Promise<string> {
    for (;;) {
      const index = this.received.findIndex((message) => message.includes(`|35=${msgType}|`));
      if (index >= 0) return this.received.splice(0, index + 1).at(-1) ?? '';
      if (this.#isEnded) throw new Error(`The connection ended without a message ${msgType}.`);
      await this.#changed();
    }
  }

  /** Resolves when the connection has ended. */
  async ended(): Promise<void> {
    while (!this.#isEnded) await this.#changed();
  }

  close(): void {
    this.#socket.destroy();
  }

  #changed(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  #take(text: string): void {
    this.#rest += text;
    for (;;) {
      const end = /\u000110=\d{3}\u0001/.exec(this.#rest);
      if (end === null) break;
      const message = this.#rest.slice(0, end.index + end[0].length);
      this.#rest = this.#rest.slice(message.length);
      this.received.push(message.replaceAll('\u0001', '|'));
    }
    this.#wake();
  }

  #header(msgType: string, sequence: number, time: string): string {
    return `35=${msgType}|34=${sequence}|49=${this.#key}|52=${time}|56=Coinbase|`;
  }
}

/** A time with three fraction digits, as SendingTime has it. */
function timeText(milliseconds: number): string {
  const text = new Date(milliseconds).toISOString();
  return text.replaceAll('-', '').replace('T', '-').replace('Z', '');
}
