import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { root } from "../../local/settings.ts";
import { withHsts } from "../../local/static-headers.ts";
import { hstsValue } from "../../src/http/headers.ts";
import { webhookEvents } from "../../src/shop/payments/payments.ts";
import { type DeployContext, deploy, MissingConfigError, missingSettings } from "./deploy.ts";
import { isDeployable, originFromDomain } from "./domain.ts";
import {
	type Config,
	configFor,
	parseConfig,
	parseEnvironment,
	queueNames,
	readConfig,
	toStagingConfig,
	withCustomDomain,
} from "./environment.ts";
import { withDatabaseId, withSetting } from "./toml.ts";

/** An empty Cloudflare account, as wrangler's output describes it. */
class Account {
	readonly commands: string[] = [];
	databases: { uuid: string; name: string }[] = [];
	buckets: string[] = [];
	queues: string[] = [];
	secrets: string[] | undefined;
	/** Orders in another currency than the shop's. */
	otherOrders: { currency: string }[] = [];

	readonly wrangler = async (...args: string[]): Promise<string> => {
		const command = args.join(" ");
		this.commands.push(command);
		if (command === "d1 list --json") return JSON.stringify(this.databases);
		if (command.startsWith("d1 execute DB --remote --json"))
			return JSON.stringify([{ results: this.otherOrders, success: true }]);
		if (command.startsWith("d1 create")) {
			this.databases.push({ uuid: "created", name: args[2] ?? "" });
		} else if (command.startsWith("r2 bucket info")) {
			if (!this.buckets.includes(args[3] ?? "")) throw new Error("code: 10006: does not exist");
		} else if (command.startsWith("r2 bucket create")) {
			this.buckets.push(args[3] ?? "");
		} else if (command.startsWith("queues info")) {
			if (!this.queues.includes(args[2] ?? "")) throw new Error("Queue does not exist.");
		} else if (command.startsWith("queues create")) {
			this.queues.push(args[2] ?? "");
		} else if (command.startsWith("secret list")) {
			if (!this.secrets) throw new Error("code: 10007: This Worker does not exist");
			return JSON.stringify(this.secrets.map((name) => ({ name, type: "secret_text" })));
		}
		return "";
	};
}

const vars = {
	SHOP_ORIGIN: "https://shop.example",
	STRIPE_PUBLISHABLE_KEY: "pk_live_1",
	STRIPE_JS_URL: "https://js.stripe.com/endive/stripe.js",
	MAIL_FROM: "shop@shop.example",
	GOOGLE_CLIENT_ID: "",
};

const config: Config = {
	name: "cogsmith",
	vars,
	secrets: { required: ["AUTH_SECRET", "STRIPE_SECRET_KEY"] },
	d1_databases: [{ binding: "DB", database_name: "cogsmith", database_id: "none" }],
	r2_buckets: [{ binding: "MEDIA", bucket_name: "cogsmith-media" }],
	queues: {
		producers: [{ binding: "MAILS", queue: "cogsmith-mails" }],
		consumers: [{ queue: "cogsmith-mails", dead_letter_queue: "cogsmith-mails-failed" }],
	},
	ratelimits: [{ name: "READS", namespace_id: "1001" }],
};

let account: Account;
let savedIds: string[];
let buildCount: number;
let context: DeployContext;

beforeEach(() => {
	account = new Account();
	savedIds = [];
	buildCount = 0;
	context = {
		wrangler: account.wrangler,
		build: async () => {
			buildCount += 1;
			return "dist/server/wrangler.deploy.json";
		},
		saveDatabaseId: (id) => savedIds.push(id),
		step: (_doing, _done, work) => work(),
	};
});

const withVars = (changes: Record<string, string>): Config => ({
	...config,
	vars: { ...vars, ...changes },
});

describe("deploying", () => {
	it("creates the resources an empty account lacks, then names the missing secrets", async () => {
		const deployment = deploy("production", config, context);
		await expect(deployment).rejects.toThrow(/AUTH_SECRET[\s\S]*STRIPE_SECRET_KEY/);
		expect(account.databases).toEqual([{ uuid: "created", name: "cogsmith" }]);
		expect(account.buckets).toEqual(["cogsmith-media"]);
		expect(account.queues).toEqual(["cogsmith-mails", "cogsmith-mails-failed"]);
		expect(savedIds).toEqual(["created"]);
		expect(buildCount).toBe(0);
	});

	it.each([
		["production", ""],
		["staging", " --env staging"],
	] as const)(
		"applies migrations before it deploys to %s, once all resources exist",
		async (environment, option) => {
			account.databases = [{ uuid: "none", name: "cogsmith" }];
			account.buckets = ["cogsmith-media"];
			account.queues = queueNames(config);
			account.secrets = ["AUTH_SECRET", "STRIPE_SECRET_KEY"];
			const key = { STRIPE_PUBLISHABLE_KEY: "pk_test_1" };
			await deploy(environment, withVars(key), context);
			expect(savedIds).toEqual([]);
			expect(buildCount).toBe(1);
			expect(account.commands).toContain(`secret list --format json${option}`);
			expect(account.commands.filter((command) => /create|apply|deploy/.test(command))).toEqual([
				`d1 migrations apply DB --remote${option}`,
				"deploy --config dist/server/wrangler.deploy.json",
			]);
		},
	);

	it("deploys no shop whose orders are in another currency", async () => {
		account.secrets = ["AUTH_SECRET", "STRIPE_SECRET_KEY"];
		account.otherOrders = [{ currency: "EUR" }];
		const deployment = deploy("production", config, context);
		await expect(deployment).rejects.toThrow("currency is USD, but orders are in EUR");
		expect(account.commands.at(-1)).toContain("where currency <> 'USD'");
	});

	it.each([
		["SHOP_ORIGIN", "http://localhost:8787"],
		["SHOP_ORIGIN", "http://shop.example"],
		["SHOP_ORIGIN", "https://192.0.2.1"],
		["STRIPE_PUBLISHABLE_KEY", ""],
		["STRIPE_JS_URL", "https://cdn.example/stripe.js"],
		["STRIPE_API_URL", "http://localhost:12111"],
		["MAIL_FROM", "shop@cogsmith.test"],
	])("changes nothing while %s is %j", async (name, value) => {
		const deployment = deploy("production", withVars({ [name]: value }), context);
		await expect(deployment).rejects.toThrow(MissingConfigError);
		await expect(deployment).rejects.toThrow(name);
		expect(account.commands).toEqual([]);
	});

	it("rejects a live key on staging", async () => {
		expect(missingSettings(vars, "production")).toEqual([]);
		expect(missingSettings(vars, "staging").join()).toContain("live key");
	});

	it("requires Google's secret if the shop has a Google client id", async () => {
		account.secrets = ["AUTH_SECRET", "STRIPE_SECRET_KEY"];
		const deployment = deploy("production", withVars({ GOOGLE_CLIENT_ID: "id" }), context);
		await expect(deployment).rejects.toThrow("GOOGLE_CLIENT_SECRET");
	});

	it("does not treat an error from wrangler as an empty account", async () => {
		context.wrangler = async () => {
			throw new Error("Authentication error [code: 10000]");
		};
		await expect(deploy("production", config, context)).rejects.toThrow("Authentication error");
	});
});

describe("the domain", () => {
	it.each(["shop.example", " Shop.Example ", "a.b-c.co.uk", "xn--bcher-kva.example"])(
		"accepts %j",
		(domain) => expect(isDeployable(originFromDomain(domain))).toBe(true),
	);
	it.each([
		...["", "localhost", "https://shop.example", "shop.example/x", "shop.example:8443"],
		...["192.0.2.1", "-a.example", "a..example", "shop example.com", "bücher.example"],
	])("rejects %j", (domain) =>
		expect(() => originFromDomain(domain)).toThrow("is not a domain name"),
	);
	it.each(["http://shop.example", "https://shop.example:8443", "https://shop.example/x", "shop"])(
		"%s can't be deployed at",
		(origin) => expect(isDeployable(origin)).toBe(false),
	);
});

it("static files send the same Strict-Transport-Security as pages", () => {
	const file = readFileSync(join(root, "public", "_headers"), "utf8");
	for (const included of [true, false]) {
		expect(withHsts(file, included)).toContain(
			`  Strict-Transport-Security: ${hstsValue(included)}\n`,
		);
	}
	expect(withHsts(file, false)).toBe(file);
	expect(() => withHsts("/*\n", true)).toThrow("_headers");
});

/** The names and ids of all account resources in a configuration. */
function names(value: unknown, under = ""): string[] {
	if (typeof value === "string") {
		const isName = /^(.*_name|.*_id|queue|dead_letter_queue)$/.test(under);
		return isName ? [value] : [];
	}
	if (typeof value !== "object" || value === null) return [];
	return Object.entries(value).flatMap(([key, inner]) => names(inner, key));
}

/** A configuration without its names and settings: bindings, crons, queue limits. */
function withoutNames(value: unknown): unknown {
	return JSON.parse(
		JSON.stringify(value, (key, inner) =>
			key === "vars" || names(inner, key).includes(inner) ? key : inner,
		),
	);
}

describe("staging", () => {
	const file = join(root, "wrangler.toml");
	const sharedNames = (production: Config, staging: Config) =>
		names(staging).filter((name) => names(production).includes(name));

	it("has every binding, setting, cron and queue of production, and none of its names", () => {
		const [production, staging] = [readConfig(file, "production"), readConfig(file, "staging")];
		expect(withoutNames({ ...staging, name: production.name })).toEqual(withoutNames(production));
		expect(Object.keys(staging.vars)).toEqual(Object.keys(production.vars));
		// The first deployment creates the ids.
		expect(sharedNames(production, staging).filter((name) => !/^0[0-]+$/.test(name))).toEqual([]);
		expect(queueNames(staging)).toHaveLength(queueNames(production).length);
		expect(staging.name).toBe("cogsmith-staging");
	});

	it("renames dead-letter queues and rate limit namespaces", () => {
		const staging = toStagingConfig(config, {
			vars: { SHOP_ORIGIN: "" },
			d1_databases: [{ database_name: "other", database_id: "its-id" }],
		});
		expect(queueNames(staging)).toEqual([
			"cogsmith-mails-staging",
			"cogsmith-mails-failed-staging",
		]);
		expect(staging.ratelimits).toEqual([{ name: "READS", namespace_id: "101001" }]);
		expect(staging.d1_databases).toEqual([
			{ binding: "DB", database_name: "other", database_id: "its-id" },
		]);
		expect(staging.vars).toEqual({ ...vars, SHOP_ORIGIN: "" });
		expect(configFor(config, "production", file)).toBe(config);
	});

	it("is rejected if production has a binding that staging would share", () => {
		const kvNamespaces = [{ binding: "CACHE", id: "1" }];
		expect(() => parseConfig({ ...config, kv_namespaces: kvNamespaces })).toThrow("kv_namespaces");
	});

	it("is the only other value of --env", () => {
		expect(parseEnvironment("staging")).toBe("staging");
		expect(() => parseEnvironment("stagign")).toThrow("only production and staging");
	});

	it("is served only at its domain", () => {
		expect(withCustomDomain(config)).toMatchObject({
			routes: [{ pattern: "shop.example", custom_domain: true }],
			workers_dev: false,
			preview_urls: false,
		});
	});
});

it("the deployment guide lists exactly the Stripe events that the webhook handles", () => {
	const guide = readFileSync(join(root, "docs", "deploying.md"), "utf8");
	const named = [...guide.matchAll(/^ {2}([a-z_]+\.[a-z_.]+)$/gm)].map(([, event]) => event);
	expect(named).toEqual([...webhookEvents]);
});

describe("wrangler.toml", () => {
	const toml = readFileSync(join(root, "wrangler.toml"), "utf8");

	it.each(["production", "staging"] as const)(
		"has local defaults for %s in the repository",
		(environment) => {
			const { vars } = readConfig(join(root, "wrangler.toml"), environment);
			expect(missingSettings(vars, environment).join("\n")).toMatch(/SHOP_ORIGIN[\s\S]*MAIL_FROM/);
		},
	);

	it.each(["production", "staging"] as const)("changes only the lines of %s", (environment) => {
		const changes = withDatabaseId(
			withSetting(toml, "SHOP_ORIGIN", "https://shop.example", environment),
			"an-id",
			environment,
		);
		const lines = changes.split("\n");
		const differing = toml.split("\n").flatMap((line, n) => (line === lines[n] ? [] : [lines[n]]));
		expect(differing).toEqual(['SHOP_ORIGIN = "https://shop.example"', 'database_id = "an-id"']);
		const staging = changes.indexOf("[env.staging.vars]");
		const [first, last] = [changes.indexOf("https://shop.example"), changes.indexOf("an-id")];
		expect([first > staging, last > staging]).toEqual([
			environment === "staging",
			environment === "staging",
		]);
	});

	it("throws if the line is missing", () => {
		expect(() => withDatabaseId("name = 'x'", "an-id", "production")).toThrow("database_id");
		expect(() => withSetting(toml, "NOTHING", "x", "staging")).toThrow("env.staging.vars");
	});
});
