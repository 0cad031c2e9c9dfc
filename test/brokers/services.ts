import { spawn } from 'node:child_process';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';

/** Resolves to the reason why a server of this machine cannot be used; to `undefined` if it accepts connections. */
export function missingService(name: string, port: number): Promise<string | undefined> {
  return new Promise((settle) => {
    const socket = connect({ host: '127.0.0.1', port });
    socket.once('connect', () => {
      socket.destroy();
      settle(undefined);
    });
    socket.once('error', ({ message }) => settle(`${name}: ${message}`));
  });
}

/** A cluster of Kafka in a process of its own: that of librdkafka, which `kcat` starts for its tests. */
export interface KafkaCluster {
  readonly port: number;
  close(): void;
}

/** Starts a cluster; resolves to the reason if there is no `kcat`. */
export function startKafka(): Promise<KafkaCluster | string> {
  return new Promise((settle) => {
    // It ends when its input does.
    const options = [
      '-b',
      'mock',
      '-X',
      'test.mock.num.brokers=1',
      '-d',
      'mock',
      '-P',
      '-t',
      'none',
    ];
    const child = spawn('kcat', options, { stdio: ['pipe', 'ignore', 'pipe'] });
    child.once('error', ({ message }) => settle(`kcat: ${message}`));
    child.once('exit', () => settle('kcat: ended'));
    createInterface({ input: child.stderr }).on('line', (line) => {
      const [, port] = /bootstrap\.servers=127\.0\.0\.1:(\d+)/.exec(line) ?? [];
      if (port !== undefined) settle({ port: Number(port), close: () => void child.kill() });
    });
  });
}
