/**
 * Runs the built Worker of a local shop in Miniflare, the simulator that `wrangler dev` runs too. Started
 * by local/worker.ts as a process of its own, with its options as JSON in WORKER_OPTIONS.
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import sharp, { type AvifOptions, type Sharp } from "sharp";
import * as v from "valibot";
import { unstable_getMiniflareWorkerOptions, unstable_readConfig } from "wrangler";
import { withLocalLimits } from "./rate-limits.ts";
import { root } from "./settings.ts";

const optionsSchema = v.object({
	port: v.number(),
	/** 0 for no inspector. */
	inspectorPort: v.number(),
	/** The folder of D1 and R2. */
	state: v.string(),
	/** Vars and secrets; they replace those of the configuration. */
	vars: v.record(v.string(), v.string()),
});

export type WorkerOptions = v.InferOutput<typeof optionsSchema>;

const { port, inspectorPort, state, vars } = v.parse(
	optionsSchema,
	JSON.parse(process.env.WORKER_OPTIONS ?? "null"),
);
const folder = join(root, "dist", "server");
const config = unstable_readConfig({ config: join(folder, "wrangler.json") });
const { workerOptions } = unstable_getMiniflareWorkerOptions(withLocalLimits(config));

/** The modules of the build: first the entry, as Miniflare wants it. */
function modules() {
	const entry = "entry.mjs";
	return readdirSync(folder, { recursive: true, encoding: "utf8" })
		.filter((name) => name.endsWith(".mjs"))
		.toSorted((one, other) => Number(other === entry) - Number(one === entry))
		.map((name) => ({ type: "ESModule" as const, path: join(folder, name) }));
}

/**
 * Miniflare's Images encodes AVIF with sharp's default effort and has no option for it. An effort of 2 takes
 * a fifth of the time, and its files are 7 % larger. Tests make images only to look at pages, and take 0.
 */
const effort = Number(process.env.AVIF_EFFORT ?? 2);
const { avif }: Pick<Sharp, "avif"> = sharp.prototype;
sharp.prototype.avif = function encodeAvif(this: Sharp, options?: AvifOptions) {
	return avif.call(this, { effort, ...options });
};

/**
 * Miniflare writes its configuration for workerd, with all modules, into a buffer that it copies whenever the next module
 * needs more room: half of a start. Until it is ready, a large buffer gets room for as much again.
 */
const exactBuffer = globalThis.ArrayBuffer;
const minLarge = 1024 ** 2;
globalThis.ArrayBuffer = new Proxy(exactBuffer, {
	construct: (target, [length, ...options]) =>
		new target(length > minLarge ? 2 * length : length, ...options),
});
const miniflare = new Miniflare(
	convertV4MiniflareOptions({
		host: "127.0.0.1",
		port,
		...(inspectorPort > 0 && { inspectorPort, inspectorHost: "127.0.0.1" }),
		resourcePersistencePath: join(state, "v3"),
		resourceTmpPath: join(state, "tmp"),
		// A request to /cdn-cgi/local/scheduled runs the scheduled job.
		unsafeTriggerHandlers: true,
		// /cdn-cgi/local/explorer has the sent e-mails, and the doctor changes a running shop's database there.
		unsafeLocalExplorer: true,
		logRequests: false,
		handleStructuredLogs: ({ message }) => process.stdout.write(`${message}\n`),
		workers: [
			{
				...workerOptions,
				name: config.name ?? "cogsmith",
				modulesRoot: folder,
				modules: modules(),
				bindings: Object.assign({}, workerOptions.bindings, vars),
			},
		],
	}),
);
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
	process.on(signal, () => miniflare.dispose().finally(() => process.exit(0)));
await miniflare.ready;
globalThis.ArrayBuffer = exactBuffer;
