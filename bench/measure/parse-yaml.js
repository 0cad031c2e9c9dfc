// Parses the given YAML file.
import { readFileSync } from 'node:fs';
import { CORE_SCHEMA, load } from 'js-yaml';

load(readFileSync(process.argv[2], 'utf8'), { schema: CORE_SCHEMA });
