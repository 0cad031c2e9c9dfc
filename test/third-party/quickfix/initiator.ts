import { spawn } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { GatewayName } from '../../../sandbox/fix-options.js';
import { missing as missingQuickFix } from '../../fix/interop/quickfix.js';
import { sharedPath } from '../../shared.js';

/** The library of Debian's `faketime`, which gives a program another clock; `undefined` if it is not installed. */
const faketime = readdirSync('/usr/lib')
  .map((name) => join('/usr/lib', name, 'faketime'))
  .flatMap((folder) => {
    try {
      return readdirSync(folder).map((name) => join(folder, name));
    } catch {
      return [];
    }
  })
  .find((path) => path.endsWith('/libfaketime.so.1'));

const dictionaries = sharedPath('suites', 'fix-dictionaries');

/** Reason why QuickFIX cannot run on a clock of the test; `undefined` if it can. */
export const missing: string | undefined =
  missingQuickFix ??
  (faketime === undefined ? 'faketime is not installed: apt-get install faketime' : undefined) ??
  (dictionaries === undefined
    ? 'the dictionaries lie in a folder of their own (TALLYSTICK_SHARED)'
    : undefined);

/** The fields of a message, in their order. */
export type Fields = readonly (readonly [tag: string, value: string])[];

/** What happened in a session. */
export interface SessionEvent {
  readonly session: GatewayName;
  readonly kind: 'logon' | 'logout' | 'received' | 'rejected';
  /** The message that was received, or the Reject that QuickFIX has sent; empty for other events. */
  readonly fields: Fields;
}

/** The value of the first field with a tag; empty if there is none. */
export function valueOf(fields: Fields, tag: number): string {
  return fields.find(([each]) => each === String(tag))?.[1] ?? '';
}

/** Sessions of QuickFIX, on a clock that only the test moves. */
export interface QuickFix {
  /** What has happened, in its order. */
  readonly events: readonly SessionEvent[];
  /** Sets the clock of QuickFIX, in milliseconds since 1970, a whole second. */
  setClock(now: number): void;
  /** Lets QuickFIX read what has arrived, and send what is due. */
  poll(): Promise<void>;
  /** Sends a message, such as `35=D|11=…`. */
  send(session: GatewayName, fields: string): Promise<void>;
  close(): Promise<void>;
}

/** A session of a key, with what it adds to the settings of QuickFIX. */
export interface SessionSetup {
  readonly session: GatewayName;
  readonly port: number;
  readonly settings?: Readonly<Record<string, string>>;
}

/** What a key signs with. */
export interface SessionKey {
  readonly name: string;
  readonly secret: string;
  readonly passphrase: string;
}

/** Starts the compiled program with sessions of a key. It keeps its files in a folder. */
export function startQuickFix(
  program: string,
  folder: string,
  key: SessionKey,
  { now, sessions }: { readonly now: number; readonly sessions: readonly SessionSetup[] },
): QuickFix {
  const file = join(folder, 'sessions.cfg');
  writeFileSync(file, settingsOf(key, sessions));
  const clock = join(folder, 'clock');
  const setClock: QuickFix['setClock'] = (time) =>
    writeFileSync(clock, new Date(time).toISOString().slice(0, 19).replace('T', ' '));
  setClock(now);
  const child = spawn(program, [file], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: {
      TZ: 'UTC',
      LD_PRELOAD: faketime,
      FAKETIME_TIMESTAMP_FILE: clock,
      FAKETIME_NO_CACHE: '1',
    },
  });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const events: SessionEvent[] = [];
  const command = async (text: string): Promise<void> => {
    child.stdin.write(`${text}\n`);
    for (;;) {
      const { done, value: line = '' } = await lines.next();
      if (done === true) throw new Error('QuickFIX has ended.');
      if (line === 'done') return;
      events.push(eventOf(line));
    }
  };
  return {
    events,
    setClock,
    poll: () => command('poll'),
    send: (session, fields) => command(`send ${session} ${fields}`),
    async close() {
      const ended = new Promise((resolve) => child.once('close', resolve));
      child.stdin.end();
      await ended;
    },
  };
}

function eventOf(line: string): SessionEvent {
  const [kind, session, ...text] = line.split(' ');
  const fields = text
    .join(' ')
    .split('|')
    .filter((field) => field !== '')
    .map((field) => {
      const at = field.indexOf('=');
      return [field.slice(0, at), field.slice(at + 1)] as const;
    });
  return { kind, session, fields } as SessionEvent;
}

function settingsOf(key: SessionKey, sessions: readonly SessionSetup[]): string {
  const section = (name: string, values: Readonly<Record<string, string>>): string =>
    [`[${name}]`, ...Object.entries(values).map(([each, value]) => `${each}=${value}`), ''].join(
      '\n',
    );
  const common = {
    ConnectionType: 'initiator',
    SocketConnectHost: '127.0.0.1',
    StartTime: '00:00:00',
    EndTime: '00:00:00',
    ReconnectInterval: '1',
    ResetOnLogon: 'Y',
    HeartBtInt: '30',
    SocketNodelay: 'Y',
    SenderCompID: key.name,
    TargetCompID: 'Coinbase',
    Secret: key.secret,
    Passphrase: key.passphrase,
  };
  // The dictionary of FIX 4.2 requires what only some reports have, and that of FIX 5.0 SP2 knows no RptSeq (83) of a snapshot.
  const unchecked = { UseDataDictionary: 'N' };
  const checked = {
    TransportDataDictionary: join(dictionaries ?? '', 'FIXT11.xml'),
    AppDataDictionary: join(dictionaries ?? '', 'FIX50SP2.xml'),
    // The exchange has fields of its own, and sends TradeID (1003) in reports.
    ValidateUserDefinedFields: 'N',
    AllowUnknownMsgFields: 'Y',
  };
  return [
    section('DEFAULT', common),
    ...sessions.map(({ session, port, settings = {} }) => {
      const version =
        session === 'orders-4.2'
          ? { BeginString: 'FIX.4.2' }
          : { BeginString: 'FIXT.1.1', DefaultApplVerID: 'FIX.5.0SP2' };
      const place = { SessionQualifier: session, SocketConnectPort: String(port) };
      const dictionary = session === 'orders-5.0' ? checked : unchecked;
      return section('SESSION', { ...version, ...place, ...dictionary, ...settings });
    }),
  ].join('\n');
}
