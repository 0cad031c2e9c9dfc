import { zipSync } from 'fflate';
import { emitters } from '../../generator/emitters/index.js';
import type { Reply, Request } from './protocol.js';
import { run } from './run.js';

addEventListener('message', ({ data }: MessageEvent<Request>) => {
  void (data.kind === 'generate' ? generate(data) : zip(data));
});

send({
  kind: 'ready',
  emitters: emitters
    .filter(({ name }) => name !== 'package')
    .map(({ name, isOptIn = false, requires = [] }) => ({ name, isOptIn, requires })),
});

async function generate({ run: id, input }: Request & { kind: 'generate' }): Promise<void> {
  try {
    const result = await run(input, (step) => send({ kind: 'progress', run: id, step }));
    send({ kind: 'done', run: id, result });
  } catch (error) {
    send({ kind: 'crashed', run: id, message: error instanceof Error ? error.message : '' });
  }
}

async function zip({ files, contents }: Request & { kind: 'zip' }): Promise<void> {
  const bytes = new Uint8Array(await contents.arrayBuffer());
  const entries = files.map(({ path, start, end }) => [path, bytes.subarray(start, end)] as const);
  const archive = new Blob([zipSync(Object.fromEntries(entries))], { type: 'application/zip' });
  send({ kind: 'zipped', archive });
}

function send(reply: Reply): void {
  postMessage(reply);
}
