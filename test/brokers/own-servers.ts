import { writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { missingService, type OwnServer, startServer } from './services.js';

/** Starts NATS with JetStream. Resolves to the reason if it cannot be started, as all functions of this file. */
export function startNats(): Promise<OwnServer | string> {
  return startServer('nats-server', (port, folder) => [
    '-a',
    '127.0.0.1',
    '-p',
    String(port),
    '-js',
    '-sd',
    folder,
  ]);
}

/** Starts Mosquitto, which drops no message for want of room. */
export function startMosquitto(): Promise<OwnServer | string> {
  return startServer('mosquitto', (port, folder) => {
    const path = join(folder, 'mosquitto.conf');
    const lines = [
      'set_tcp_nodelay true',
      'allow_anonymous true',
      'max_queued_messages 0',
      'persistence true',
      `persistence_location ${folder}/`,
      `user ${userInfo().username}`,
      `listener ${port} 127.0.0.1`,
    ];
    writeFileSync(path, lines.join('\n'));
    return ['-c', path];
  });
}

export function startRedis(): Promise<OwnServer | string> {
  return startServer('redis-server', (port, folder) => [
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--dir',
    folder,
    '--save',
    '',
    '--appendonly',
    'yes',
    // Otherwise it may confirm what it has not written yet.
    '--appendfsync',
    'always',
  ]);
}

/** The RabbitMQ of this machine: to start another one takes longer than its tests. */
export async function sharedRabbitMq(): Promise<OwnServer | string> {
  return (
    (await missingService('rabbitmq-server', 5672)) ?? {
      port: 5672,
      restart: () => Promise.reject(new Error('it belongs to the machine')),
      close: async () => undefined,
    }
  );
}
