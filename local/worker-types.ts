/**
 * Writes the types of the Worker's bindings and settings, `worker-configuration.d.ts`.
 *
 * `wrangler types` reads every environment of a configuration and makes a binding optional if one of
 * them does not repeat it. `[env.staging]` has only what differs (ops/deploy/environment.ts), so the
 * types are generated from the top level alone. It takes a second, so only if something has changed.
 */
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "./processes.ts";
import { root } from "./settings.ts";

/** The configuration without its environments, with paths for a folder one level below. */
function withoutEnvironments(toml: string): string {
	const environments = toml.search(/^\[+env\./m);
	const production = environments < 0 ? toml : toml.slice(0, environments);
	return production.replace(/^main = "/m, 'main = "../');
}

const typesFile = "worker-configuration.d.ts";
/** What the types are made of and by. */
const sources = ["wrangler.toml", "package-lock.json", "local/worker-types.ts"];

const changedAt = (file: string) => statSync(join(root, file)).mtimeMs;
const isFresh =
	existsSync(join(root, typesFile)) &&
	sources.every((file) => changedAt(file) < changedAt(typesFile));

if (!isFresh) {
	const config = join(root, ".generated", "wrangler.toml");
	mkdirSync(join(root, ".generated"), { recursive: true });
	writeFileSync(config, withoutEnvironments(readFileSync(join(root, "wrangler.toml"), "utf8")));
	await run("wrangler", [
		"types",
		typesFile,
		"--config",
		config,
		"--strict-vars=false",
		"--include-runtime=false",
	]);
}
