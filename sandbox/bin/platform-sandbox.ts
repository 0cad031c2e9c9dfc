#!/usr/bin/env node
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { JournalError } from '../journal/error.js';
import type { Journal } from '../journal/journal.js';
import { memoryJournal } from '../journal/memory.js';
import { openPostgresJournal } from '../journal/postgres.js';
import { openSqliteJournal } from '../journal/sqlite.js';
import { type Sandbox, startSandbox } from '../start.js';
import type { FixOptions, FixPorts } from '../fix-options.js';
import { marketProducts } from '../market/products.js';
import { fixHostOf } from '../start-fix.js';
import {
  ArgumentError,
  type Arguments,
  type FixArguments,
  help,
  type JournalArgument,
  readArguments,
} from './arguments.js';
import { clientCalls, shellCalls } from './calls.js';
import { type SampleCredentials, sampleCredentials } from './sample.js';
import { bearerToken } from './token.js';

/** What the program calls the gateways of FIX. */
const gatewayNames: readonly (readonly [keyof FixPorts, string])[] = [
  ['orders-5.0', 'FIX 5.0 SP2 orders  '],
  ['orders-4.2', 'FIX 4.2 orders      '],
  ['snapshots', 'FIX market data     '],
  ['increments', '  without snapshots '],
];

/** What the program says of a process that decides. */
const leads = 'this process leads';

/** What a process that follows another one says about orders over FIX (journal-11). */
const ordersElsewhere = 'FIX orders          at the process that leads';

try {
  await main(process.argv.slice(2));
} catch (error) {
  if (error instanceof ArgumentError) fail(2, `${error.message}. See --help.`);
  else if (error instanceof JournalError) fail(1, explain(error));
  else if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
    fail(1, `${error.message}. Choose others with --port, --control-port and --fix-port.`);
  else throw error;
}

async function main(words: readonly string[]): Promise<void> {
  if (words[0] === 'token') {
    console.log(await bearerToken(words.slice(1), process.env));
    return;
  }
  const options = readArguments(words);
  if (options === undefined) console.log(help);
  else await run(options);
}

async function run(options: Arguments): Promise<void> {
  const files = filesOf(options.journal);
  const seed = options.seed ?? process.env['SANDBOX_SEED'];
  if (options.journal.kind === 'postgres' && (seed === undefined || seed === ''))
    throw new ArgumentError(
      '--journal postgres needs --seed or SANDBOX_SEED, the same for all processes with the journal',
    );
  const journal = await openJournal(options.journal);
  const { port, host, time, controlPort, fix, market } = options;
  const { token, advertise, issuer, audience, methodPrefix } = options;
  const fixHost = fixHostOf(host, fix?.tls !== undefined);
  const sandbox = await startSandbox({
    journal,
    seed: seed ?? seedOf(files?.seed),
    time,
    host,
    port,
    controlPort,
    market,
    fix: fix === undefined ? false : fixOptionsOf(fix),
    ...(token === undefined ? {} : { token }),
    ...(advertise === undefined ? {} : { advertise }),
    ...(issuer === undefined ? {} : { issuer }),
    ...(audience === undefined ? {} : { audience }),
    ...(methodPrefix === undefined ? {} : { methodPrefix }),
    log(entry) {
      if (entry.cause !== undefined) console.error(entry.reason, entry.correlationId, entry.cause);
    },
    onLead(ports) {
      const lines = [leads, ...fixLines(fixHost, ports)];
      console.log(['', ...lines].join('\n'));
    },
    // Its state is ahead of the journal, and none of the difference may be reported.
    onFailure(error) {
      const damage = error instanceof JournalError && isDamage(error) ? explain(error) : undefined;
      fail(1, damage ?? `The journal failed, so the sandbox stops: ${String(error)}`);
      process.exit();
    },
  });
  const sample = sandbox.isLeading
    ? await sampleCredentials(sandbox, files?.credentials)
    : undefined;
  console.log(report(sandbox, options, { fixHost, sample }));
  let isStopping = false;
  const stop = (): void => {
    if (isStopping) return;
    isStopping = true;
    void sandbox.close().then(() => process.exit(0));
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

function fixOptionsOf({ port, tls }: FixArguments): FixOptions {
  if (tls === undefined) return { port };
  const { certFile, keyFile } = tls;
  return { port, certificate: { cert: readPem(certFile), key: readPem(keyFile) } };
}

function readPem(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new ArgumentError(error instanceof Error ? error.message : String(error));
  }
}

/** Files beside the journal that only its owner can read. */
function filesOf(
  journal: JournalArgument,
): { readonly seed: string; readonly credentials: string } | undefined {
  if (journal.kind !== 'sqlite') return undefined;
  mkdirSync(dirname(resolve(journal.path)), { recursive: true });
  return { seed: `${journal.path}.seed`, credentials: `${journal.path}.credentials.json` };
}

async function openJournal(journal: JournalArgument): Promise<Journal> {
  switch (journal.kind) {
    case 'memory':
      return memoryJournal();
    case 'sqlite':
      return openSqliteJournal(journal.path);
    case 'postgres':
      return openPostgresJournal(journal.url);
  }
}

/** The seed of a deployment: drawn once, and kept in a file that only its owner can read (secrets-1). */
function seedOf(file: string | undefined): string {
  const seed = randomBytes(32).toString('hex');
  if (file === undefined) return seed;
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  writeFileSync(file, `${seed}\n`, { mode: 0o600 });
  return seed;
}

function report(
  { url, controlUrl, token, isLeading, fixPorts }: Sandbox,
  { journal, issuer, fix, market }: Arguments,
  { fixHost, sample }: { readonly fixHost: string; readonly sample: SampleCredentials | undefined },
): string {
  const where =
    journal.kind === 'memory'
      ? 'in memory: everything is lost when it stops'
      : journal.kind === 'sqlite'
        ? resolve(journal.path)
        : `PostgreSQL; ${isLeading ? leads : 'this process follows'}`;
  const lines = [
    `Page                ${controlUrl}/`,
    `Platform REST API   ${url}/platform/`,
    `Exchange REST API   ${url}/`,
    `JSON-RPC API        ${url}/rpc/v1/base/${sample?.clientKey ?? '<Client API Key>'}`,
    `Control plane       ${controlUrl}/sandbox/`,
    ...(isLeading || fix === undefined ? [] : [ordersElsewhere]),
    ...fixLines(fixHost, fixPorts),
    `Journal             ${where}`,
    ...(market ? [`Market              bots trade ${marketProducts.join(', ')}`] : []),
    '',
    `export SANDBOX_TOKEN='${token}'`,
  ];
  if (sample !== undefined)
    lines.push(
      `export BEARER_KEY_NAME='${sample.keyName}'`,
      `export BEARER_KEY_SECRET='${sample.keySecret}'`,
      `export WALLET_AUTH_SECRET='${sample.walletSecret}'`,
      `export EXCHANGE_KEY='${sample.exchange.keyName}'`,
      `export EXCHANGE_SECRET='${sample.exchange.secret}'`,
      `export EXCHANGE_PASSPHRASE='${sample.exchange.passphrase}'`,
      ...(issuer === undefined ? [] : [`export BEARER_ISSUER='${issuer}'`]),
    );
  const addresses = { url, controlUrl };
  const indented = (each: readonly string[]): readonly string[] => each.map((line) => `  ${line}`);
  lines.push('', 'Try:', ...indented(shellCalls(addresses)));
  if (sample !== undefined)
    lines.push(
      '',
      'With the generated clients, after `npm install @platform/exchange @platform/platform`:',
      ...indented(clientCalls(addresses)),
    );
  return lines.join('\n');
}

function fixLines(host: string, ports: FixPorts): readonly string[] {
  return gatewayNames.flatMap(([name, title]) => {
    const port = ports[name];
    return port === undefined ? [] : [`${title}${host}:${port}`];
  });
}

function isDamage({ code }: JournalError): boolean {
  return code === 'altered' || code === 'gap';
}

function explain(error: JournalError): string {
  const { message } = error;
  if (!isDamage(error)) return message;
  return `${message}\nNothing is served. Restore a backup of the journal, or start with another --journal.`;
}

function fail(status: number, message: string): void {
  console.error(message);
  process.exitCode = status;
}
