import { spawnSync } from 'node:child_process';
import { getuid } from 'node:process';

/** Installs missing Debian packages. Prints a message if that fails; tests that need them then fail or are skipped. */
export function installDebian(packages) {
  const missing = [...new Set(packages)].filter((name) => !isInstalled(name));
  if (missing.length === 0) return;
  console.log(`\n── installs ${missing.join(', ')}`);
  const isDone =
    run('apt-get', 'update', '-q') &&
    run('apt-get', 'install', '-q', '-y', '--no-install-recommends', ...missing);
  if (!isDone) console.log(`apt-get could not install ${missing.join(', ')}`);
}

/** Starts services whose ports are not in use. Running services are left alone, and none is ever stopped. */
export function startServices(services) {
  for (const { name, port } of services)
    if (!isListening(port) && !run('service', name, 'start'))
      console.log(`the service ${name} could not be started`);
}

function isInstalled(name) {
  const { status, stdout } = spawnSync('dpkg-query', ['-W', '-f', '${db:Status-Status}', name]);
  return status === 0 && stdout.toString() === 'installed';
}

function isListening(port) {
  const connect = `require('net').connect(${port}, '127.0.0.1').on('connect', () => process.exit(0))`;
  return spawnSync(process.execPath, ['-e', connect], { stdio: 'ignore' }).status === 0;
}

/** Runs a command as root, with `sudo` if necessary. */
function run(command, ...args) {
  const line = getuid?.() === 0 ? [command, ...args] : ['sudo', '-n', command, ...args];
  const { status } = spawnSync(line[0], line.slice(1), {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return status === 0;
}
