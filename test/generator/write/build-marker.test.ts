import { expect, test } from 'vitest';
import { memoryHost } from '../../../generator/host/memory.js';
import { hasBuildMarker, markBuild } from '../../../generator/write/build-marker.js';

const manifest = '/out/pets/.tallystick.json';
const put = (host: ReturnType<typeof memoryHost>, text: string): void =>
  host.write(manifest, new TextEncoder().encode(text));

test('marks only the manifest that the build wrote', () => {
  const host = memoryHost({ [manifest]: 'new' }, '/');
  expect(hasBuildMarker(host, '/out/pets', 'build')).toBe(false);
  markBuild(host, '/out/pets', 'build');
  expect(hasBuildMarker(host, '/out/pets', 'build')).toBe(true);
  expect(hasBuildMarker(host, '/out/pets', 'another')).toBe(false);
  // As a checkout of an older commit does.
  put(host, 'old');
  expect(hasBuildMarker(host, '/out/pets', 'build')).toBe(false);
  markBuild(host, '/out/pets', 'build');
  expect(hasBuildMarker(host, '/out/pets', 'build')).toBe(true);
});

test('writes no marker for a released version', () => {
  const host = memoryHost({ [manifest]: 'new' }, '/');
  markBuild(host, '/out/pets', '');
  expect(hasBuildMarker(host, '/out/pets', '')).toBe(true);
  expect(host.list('/out')).toEqual(['pets']);
});
