import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Doomed, startProgram } from '../kill/process.js';

const needed = [
  '/usr/include/quickfix/Application.h',
  '/usr/include/openssl/ssl.h',
  '/usr/bin/g++',
];

/** Reason why QuickFIX cannot be used, if any. */
export const missing: string | undefined = needed.some((path) => !existsSync(path))
  ? 'QuickFIX is not installed: apt-get install g++ libquickfix-dev libssl-dev'
  : undefined;

/** Compiles the other side. */
export function compilePeer(folder: string): string {
  return compileProgram('test/fix/interop/peer.cpp', folder);
}

/** Compiles a program that is made of QuickFIX. */
export function compileProgram(source: string, folder: string): string {
  const program = join(folder, basename(source, '.cpp'));
  const libraries = ['-lquickfix', '-lcrypto', '-lpthread'];
  execFileSync('g++', ['-std=c++14', '-w', '-o', program, source, ...libraries]);
  return program;
}

/** Settings of the QuickFIX side. */
export interface PeerSetup {
  readonly side: 'initiator' | 'acceptor';
  readonly beginString: string;
  readonly isTls: boolean;
  readonly port: number;
  readonly orders: number;
  /** Both sides begin with 1 at each Logon. */
  readonly resets: boolean;
  /** CompID of the initiator, and of the acceptor. */
  readonly names: readonly [initiator: string, acceptor: string];
  /** Base64. */
  readonly secret: string;
  /** Folder of its store and its certificate. */
  readonly folder: string;
}

/** Starts the other side. */
export function startPeer(program: string, setup: PeerSetup): Doomed {
  const { side, beginString, isTls, port, orders, secret, folder } = setup;
  const names = side === 'initiator' ? setup.names : [...setup.names].reverse();
  const lines = [
    '[DEFAULT]',
    `ConnectionType=${side}`,
    `FileStorePath=${join(folder, `store-${side}-${port}`)}`,
    'StartTime=00:00:00',
    'EndTime=00:00:00',
    'UseDataDictionary=N',
    'HeartBtInt=30',
    `ResetOnLogon=${setup.resets ? 'Y' : 'N'}`,
    'ReconnectInterval=1',
    'SocketNodelay=Y',
    'SocketConnectHost=127.0.0.1',
    `SocketConnectPort=${port}`,
    `SocketAcceptPort=${port}`,
    'SocketReuseAddress=Y',
    ...(isTls
      ? [
          'SSLProtocol=+TLSv1_2',
          `ServerCertificateFile=${join(folder, 'cert.pem')}`,
          `ServerCertificateKeyFile=${join(folder, 'key.pem')}`,
          `CertificationAuthoritiesFile=${join(folder, 'cert.pem')}`,
        ]
      : []),
    '[SESSION]',
    `BeginString=${beginString}`,
    `SenderCompID=${names[0]}`,
    `TargetCompID=${names[1]}`,
    ...(beginString === 'FIXT.1.1' ? ['DefaultApplVerID=FIX.5.0SP2'] : []),
    '',
  ];
  const file = join(folder, `${side}-${port}.cfg`);
  writeFileSync(file, lines.join('\n'));
  return startProgram(program, side, isTls ? 'tls' : 'plain', file, String(orders), secret);
}
