import { afterAll, expect, test } from 'vitest';
import { diskHost } from '../../generator/host/disk.js';
import { createProject, removeTemplate } from '../generator/release/project.js';

afterAll(removeTemplate);

const changelog = 'generated/pets/CHANGELOG.md';

test('a release is completed wherever it is interrupted', async () => {
  const { write } = diskHost('/');
  for (let last = 1; ; last++) {
    const own = await createProject();
    try {
      let writes = 0;
      const host = {
        write(path: string, bytes: Uint8Array) {
          writes += 1;
          if (writes === last) throw Object.assign(new Error('killed'), { code: 'EIO' });
          write(path, bytes);
        },
      };
      const { code } = await own.tallystick('release --yes', { host });
      if (writes < last) break;
      expect(code).toBe(1);
      const again = await own.tallystick('release --yes');
      expect({ last, ...again }).toMatchObject({ code: 0, error: '' });
      expect(own.git('tag')).toBe('@acme/pets@1.0.0\n');
      expect(own.git('status', '--porcelain')).toBe('');
      expect(own.git('show', 'HEAD:generated/pets/package.json')).toContain('"version": "1.0.0"');
      expect(own.git('show', `HEAD:${changelog}`)).toContain('## [1.0.0]');
    } finally {
      own.close();
    }
  }
}, 120_000);
