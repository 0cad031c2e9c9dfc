// Loaded into a measured process with `--import`: writes its resource usage when it ends.
import { writeFileSync } from 'node:fs';

const file = process.env.TALLYSTICK_BENCH_USAGE;
if (file !== undefined) {
  process.on('exit', () => {
    const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
    writeFileSync(
      file,
      JSON.stringify({ cpu: (userCPUTime + systemCPUTime) / 1e6, mebibytes: maxRSS / 1024 }),
    );
  });
}
