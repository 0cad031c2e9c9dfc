import type { AcceptFixConnection } from '@tallystick/runtime/fix';
import { type ManualTimers, settled } from '../../runtime/http-client-fixture.js';
import { latin1, wire } from '../wire.js';

/**
 * Plays a conversation with an acceptor whose name is `VENUE`, and answers it as it went: a text of the same form. A line is one of
 *
 * - `> D 2 11=A|54=1`: the client sends a message of that type and number;
 * - `>again D 2 …`: the same with PossDupFlag and OrigSendingTime;
 * - `>badsum D 2 …`, `>badlength D 2 …`, `>toolong D 2 …`: a message whose CheckSum or BodyLength is wrong, or the latter too great;
 * - `>raw 35=D|34=2|…`: the client sends that body, `{now}` and `{now-121}` being times; `>raw 8=FIX.4.0|35=D|…` of that version;
 * - `>bytes 35=D|8=…`: exactly that;
 * - `< 8 2 …`: the acceptor answers, without the fields that are in every message and those of reports;
 * - `wait 30`: seconds pass;
 * - `hang up`, `connect`: the client leaves, and comes again;
 * - `closed`: the acceptor has closed the connection.
 */
export async function play(
  conversation: string,
  accept: AcceptFixConnection,
  timers: ManualTimers,
  beginString: string,
): Promise<string> {
  const went: string[] = [];
  let line = connect(accept, went);
  for (const step of conversation
    .trim()
    .split('\n')
    .map((each) => each.trim())) {
    if (step.startsWith('<') || step === 'closed') continue;
    went.push(step);
    if (step.startsWith('wait ')) await timers.advance(Number(step.slice(5)) * 1000);
    else if (step === 'hang up') line.close();
    else if (step === 'connect') line = connect(accept, went);
    else line.send(bytesOf(step, timers.now(), beginString));
    await settled();
  }
  return went.join('\n');
}

/** Fields of which a conversation speaks. */
const shown = new Set([
  7, 16, 36, 43, 45, 58, 97, 98, 108, 112, 115, 116, 123, 128, 129, 141, 144, 145, 369, 371, 372,
  373, 380, 789, 1137,
]);

function connect(
  accept: AcceptFixConnection,
  went: string[],
): { send(bytes: Uint8Array): void; close(): void } {
  let isClosed = false;
  const close = (): void => {
    if (isClosed) return;
    isClosed = true;
    queueMicrotask(() => events.closed());
  };
  const end = (): void => {
    if (!isClosed) went.push('closed');
    close();
  };
  const events = accept({
    write(bytes) {
      const fields = Buffer.from(bytes).toString('latin1').split('\u0001').slice(0, -1);
      const text = (tag: number): string =>
        fields.find((field) => field.startsWith(`${tag}=`))?.slice(String(tag).length + 1) ?? '';
      const rest = fields.filter((field) => shown.has(Number(field.split('=')[0])));
      went.push(`< ${text(35)} ${text(34)} ${rest.join('|')}`.trim());
    },
    buffered: 0,
    pause: () => undefined,
    resume: () => undefined,
    end,
    destroy: end,
  });
  return {
    send(bytes) {
      if (!isClosed) events.bytes(bytes);
    },
    close,
  };
}

function bytesOf(step: string, now: number, beginString: string): Uint8Array {
  const [, verb = '', rest = ''] = /^(>\w*) (.*)$/.exec(step) ?? [];
  const time = timestamp(now);
  const timed = rest.replace(/\{now([+-]\d+)?\}/g, (_, shift = '0') =>
    timestamp(now + Number(shift) * 1000),
  );
  if (verb === '>bytes') return latin1(`${timed}|`);
  if (verb === '>raw') {
    const [, version = beginString, body = ''] = /^(?:8=([^|]*)\|)?(.*)$/.exec(timed) ?? [];
    return wire(`${body}|`, version);
  }
  const [msgType = '', number = '', body = ''] = timed.split(/ (?=.)/s);
  const again = verb === '>again' ? `|43=Y|122=${time}` : '';
  const head = `35=${msgType}|34=${number}|49=TRADER|52=${time}|56=VENUE${again}|`;
  const message = wire(body === '' ? head : `${head}${body}|`, beginString);
  const measured = (length: (own: number) => number): Uint8Array =>
    latin1(
      message.toString('latin1').replace(/(?<=\u00019=)\d+/, (own) => `${length(Number(own))}`),
    );
  if (verb === '>badlength') return measured(() => 5);
  if (verb === '>toolong') return measured((own) => own + 20);
  // The last digit of the sum is the last byte but one.
  if (verb === '>badsum') message[message.length - 2] = message.at(-2) === 48 ? 49 : 48;
  return message;
}

function timestamp(now: number): string {
  const [date = '', clock = ''] = new Date(now).toISOString().split('T');
  return `${date.replaceAll('-', '')}-${clock.slice(0, 12)}`;
}
