import { readFileSync } from "node:fs";
import { join } from "node:path";
import Stripe from "stripe";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { root } from "../../local/settings.ts";
import { withHsts } from "../../local/static-headers.ts";
import { hstsValue } from "../../src/http/headers.ts";
import { stripeWebhookEndpoint } from "../../src/shop/payments/payments.api.ts";
import { webhookEvents } from "../../src/shop/payments/stripe-events.ts";
import { startStripe } from "../../stand-in-for-stripe/src/server.ts";
import { type DeployContext, deploy, MissingConfigError, missingSettings } from "./deploy.ts";
import { isDeployable, originFromDomain } from "./domain.ts";
import {
	type Config,
	configFor,
	type Environment,
	parseConfig,
	parseEnvironment,
	queueNames,
	readConfig,
	toStagingConfig,
	withCustomDomain,
} from "./environment.ts";
import { checkMail } from "./mail-check.ts";
import { rejectSignedOut } from "./resources.ts";
import { resourceName, withDatabaseId, withNames, withSetting } from "./toml.ts";
import { webhookPath } from "./webhook.ts";

/** An empty Cloudflare account, as wrangler's output describes it. */
class Account {
	readonly commands: string[] = [];
	databases: { uuid: string; name: string }[] = [];
	buckets: string[] = [];
	queues: string[] = [];
	secrets: string[] | undefined;
	/** The origin of the Worker with this shop's name, if it was deployed. */
	origin: string | undefined;
	/** Orders in another currency than the shop's. */
	otherOrders: { currency: string }[] = [];

	readonly wrangler = async (...args: string[]): Promise<string> => {
		const command = args.join(" ");
		this.commands.push(command);
		if (command === "d1 list --json") return JSON.stringify(this.databases);
		if (command.startsWith("deployments status --json")) {
			if (this.origin === undefined) throw new Error("code: 10007: This Worker does not exist");
			return JSON.stringify({ versions: [{ version_id: "v1", percentage: 100 }] });
		}
		if (command.startsWith("versions view v1 --json")) {
			const setting = { type: "plain_text", name: "SHOP_ORIGIN", text: this.origin };
			const bindings = [{ type: "d1", name: "DB", id: "1" }, ...(this.origin ? [setting] : [])];
			return JSON.stringify({ id: "v1", resources: { bindings } });
		}
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

const noId = "00000000-0000-0000-0000-000000000000";

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
	d1_databases: [{ binding: "DB", database_name: "cogsmith", database_id: noId }],
	r2_buckets: [{ binding: "MEDIA", bucket_name: "cogsmith-media" }],
	queues: {
		producers: [{ binding: "MAILS", queue: "cogsmith-mails" }],
		consumers: [{ queue: "cogsmith-mails", dead_letter_queue: "cogsmith-mails-failed" }],
	},
	ratelimits: [{ name: "READS", namespace_id: "1001" }],
};

let account: Account;
let savedIds: string[];
let savedSecrets: [name: string, value: string][];
let buildCount: number;
let context: DeployContext;

beforeEach(() => {
	account = new Account();
	savedIds = [];
	savedSecrets = [];
	buildCount = 0;
	context = {
		wrangler: account.wrangler,
		build: async () => {
			buildCount += 1;
			return "dist/server/wrangler.deploy.json";
		},
		saveDatabaseId: (id) => savedIds.push(id),
		saveSecret: async (name, value) => void savedSecrets.push([name, value]),
		stripe: undefined,
		replaces: undefined,
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
			account.databases = [{ uuid: "its-id", name: "cogsmith" }];
			account.buckets = ["cogsmith-media"];
			account.queues = queueNames(config);
			account.secrets = ["AUTH_SECRET", "STRIPE_SECRET_KEY"];
			const key = { STRIPE_PUBLISHABLE_KEY: "pk_test_1" };
			await deploy(environment, withVars(key), context);
			expect(savedIds).toEqual(["its-id"]);
			expect(buildCount).toBe(1);
			expect(account.commands).toContain(`secret list --format json${option}`);
			expect(account.commands.filter((command) => /create|apply|deploy /.test(command))).toEqual([
				`d1 migrations apply DB --remote${option}`,
				"deploy --config dist/server/wrangler.deploy.json",
			]);
		},
	);

	const withDatabase = (database_id: string): Config => ({
		...config,
		d1_databases: [{ binding: "DB", database_name: "cogsmith", database_id }],
	});
	const damaged = { uuid: "damaged", name: "cogsmith" };
	const restored = { uuid: "restored", name: "cogsmith-restored" };

	it.each([
		["the restored database that is set", "restored", [damaged, restored], undefined],
		["an id that the account lacks", "gone", [damaged], "gone"],
		["two that can be meant", noId, [damaged, restored], "restored  cogsmith-restored"],
		["one with another name", noId, [restored], "restored  cogsmith-restored"],
	])("keeps or asks, and never guesses which database it is: %s", async (_, id, found, asks) => {
		account.secrets = ["AUTH_SECRET", "STRIPE_SECRET_KEY"];
		account.databases = found;
		const deployment = deploy("production", withDatabase(id), context);
		if (asks) await expect(deployment).rejects.toThrow(asks);
		else await deployment;
		expect(savedIds).toEqual([]);
		expect(account.commands.filter((command) => /d1 create/.test(command))).toEqual([]);
		expect(buildCount).toBe(asks ? 0 : 1);
	});

	it.each([
		["another shop", "https://other.example", undefined, "the shop at https://other.example"],
		["no shop", "", undefined, "is no shop"],
		["this shop", vars.SHOP_ORIGIN, undefined, undefined],
		["this shop at its former domain", "https://old.example", "https://old.example", undefined],
	])("takes no Worker but its own: %s", async (_, origin, replaces, refused) => {
		account.secrets = ["AUTH_SECRET", "STRIPE_SECRET_KEY"];
		account.origin = origin;
		context.replaces = replaces;
		const deployment = deploy("production", config, context);
		if (refused) await expect(deployment).rejects.toThrow(refused);
		else await deployment;
		expect(account.databases).toHaveLength(refused ? 0 : 1);
	});

	it.each([
		["", '{"loggedIn":true,"authType":"OAuth Token"}'],
		["npx wrangler login", '{"loggedIn":false}'],
	])("asks who is signed in first: %j", async (says, output) => {
		const asked = rejectSignedOut(async () => {
			if (says) throw new Error(`wrangler whoami failed:\n${output}`);
			return output;
		});
		if (says) await expect(asked).rejects.toThrow(says);
		else await asked;
	});

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
	it.each(["shop.example", " Shop.Example ", "a.b-c.co.uk", "bücher.example", "例え.テスト"])(
		"accepts %j",
		(domain) => expect(isDeployable(originFromDomain(domain))).toBe(true),
	);
	it.each([
		"",
		"localhost",
		"https://shop.example",
		"shop.example/x",
		"shop.example:8443",
		"192.0.2.1",
		"-a.example",
		"a..example",
		"shop example.com",
		"3221225985",
		"a@b.example",
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

describe("Stripe's webhook", () => {
	const secrets = { required: ["AUTH_SECRET", "STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"] };
	const url = "https://shop.example/api/stripe/webhook";
	let stripe: Stripe;

	beforeEach(async () => {
		const keys = { secretKey: "sk_test_1", publishableKey: "pk_test_1", webhookSecret: "whsec_1" };
		const standIn = await startStripe({ port: 0, stateFile: ":memory:", ...keys });
		onTestFinished(standIn.close);
		stripe = new Stripe(keys.secretKey, {
			host: "127.0.0.1",
			port: standIn.port,
			protocol: "http",
			telemetry: false,
		});
		account.secrets = ["AUTH_SECRET", "STRIPE_SECRET_KEY"];
		context.stripe = { key: "sk_live_1", client: stripe };
		context.saveSecret = async (name, value) => {
			savedSecrets.push([name, value]);
			account.secrets = [...new Set([...(account.secrets ?? []), name])];
		};
	});

	const deployShop = (environment: Environment = "production", changes: Partial<Config> = {}) =>
		deploy(environment, { ...config, secrets, ...changes }, context);
	const endpoints = async () => (await stripe.webhookEndpoints.list()).data;
	const byHand = (changes: object = {}) =>
		stripe.webhookEndpoints.create({ url, enabled_events: ["charge.refunded"], ...changes });

	it("is created with the pinned version and the events, and its secret stored before the deployment", async () => {
		const wrangler = account.wrangler;
		context.wrangler = async (...args) => {
			if (args[0] === "deploy") expect(savedSecrets).toHaveLength(1);
			return wrangler(...args);
		};
		await deployShop();
		const [endpoint] = await endpoints();
		expect(endpoint).toMatchObject({
			url,
			status: "enabled",
			api_version: Stripe.API_VERSION,
			enabled_events: webhookEvents,
			metadata: { secret_stored_in: "cogsmith" },
		});
		expect(savedSecrets).toEqual([["STRIPE_WEBHOOK_SECRET", expect.stringMatching(/^whsec_/)]]);
		expect(account.commands.at(-1)).toMatch(/^deploy /);
	});

	it("stays as it is when the shop is deployed again", async () => {
		await deployShop();
		const before = await endpoints();
		await deployShop();
		expect(await endpoints()).toEqual(before);
		expect(savedSecrets).toHaveLength(1);
	});

	it("gets the events of this version, and is switched on, with its secret", async () => {
		await deployShop();
		const [{ id } = { id: "" }] = await endpoints();
		await stripe.webhookEndpoints.update(id, {
			enabled_events: ["charge.refunded", "charge.failed"],
			disabled: true,
		});
		await deployShop();
		expect(await endpoints()).toMatchObject([
			{ id, status: "enabled", enabled_events: webhookEvents },
		]);
		expect(savedSecrets).toHaveLength(1);
	});

	it.each<[string, () => Promise<unknown>]>([
		["was made by hand, so that nobody knows its secret", () => byHand()],
		[
			"has another version, which can't be changed",
			() => byHand({ api_version: "2024-06-20", metadata: { secret_stored_in: "cogsmith" } }),
		],
		[
			"was made by a deployment that was cut off before it had stored the secret",
			() => byHand({ api_version: Stripe.API_VERSION }),
		],
		["has its secret in another Worker", () => byHand({ metadata: { secret_stored_in: "x" } })],
		["is there twice", () => Promise.all([byHand(), byHand()])],
	])("is replaced if it %s", async (_, prepare) => {
		await prepare();
		const old = (await endpoints()).map(({ id }) => id);
		account.secrets?.push("STRIPE_WEBHOOK_SECRET");
		await deployShop();
		const [endpoint, ...others] = await endpoints();
		expect(others).toEqual([]);
		expect(old).not.toContain(endpoint?.id);
		expect(savedSecrets).toHaveLength(1);
		await deployShop();
		expect(savedSecrets).toHaveLength(1);
	});

	it("is replaced if the Worker has lost the secret", async () => {
		await deployShop();
		const [old] = await endpoints();
		account.secrets = ["AUTH_SECRET", "STRIPE_SECRET_KEY"];
		await deployShop();
		expect((await endpoints()).map(({ id }) => id)).not.toContain(old?.id);
		expect(savedSecrets).toHaveLength(2);
	});

	it("keeps the old one while the new one's secret can't be stored, and ends with one", async () => {
		const old = await byHand();
		const { saveSecret } = context;
		context.saveSecret = async () => {
			throw new Error("wrangler failed");
		};
		await expect(deployShop()).rejects.toThrow("wrangler failed");
		expect((await endpoints()).map(({ id }) => id)).toContain(old.id);
		context.saveSecret = saveSecret;
		await deployShop();
		expect(await endpoints()).toHaveLength(1);
		expect((await endpoints())[0]?.id).not.toBe(old.id);
	});

	it("of staging is another one, and other addresses stay", async () => {
		const other = await byHand({ url: "https://other.example/hook" });
		await deployShop();
		const staging = { SHOP_ORIGIN: "https://staging.shop.example" };
		const key = { STRIPE_PUBLISHABLE_KEY: "pk_test_1" };
		account.secrets = ["AUTH_SECRET", "STRIPE_SECRET_KEY"];
		context.stripe = { key: "rk_test_1", client: stripe };
		await deployShop("staging", {
			name: "cogsmith-staging",
			vars: { ...vars, ...staging, ...key },
		});
		const found = (await endpoints()).map((endpoint) => [endpoint.url, endpoint.metadata]);
		expect(found).toEqual([
			["https://staging.shop.example/api/stripe/webhook", { secret_stored_in: "cogsmith-staging" }],
			[url, { secret_stored_in: "cogsmith" }],
			[other.url, {}],
		]);
	});

	it("stays as it is without Stripe's key, which is asked for only while its secret is missing", async () => {
		context.stripe = undefined;
		await expect(deployShop()).rejects.toThrow(/STRIPE_WEBHOOK_SECRET: .*npm run deploy/);
		expect(buildCount).toBe(0);
		account.secrets?.push("STRIPE_WEBHOOK_SECRET");
		await deployShop();
		expect(await endpoints()).toEqual([]);
	});

	it.each(["sk_test_1", "rk_test_1", "pk_live_1", "whsec_1", "sk_live"])(
		"is not touched with the key %s, which is not the shop's, and neither is anything else",
		async (key) => {
			context.stripe = { key, client: stripe };
			await expect(deployShop()).rejects.toThrow("STRIPE_SECRET_KEY is no sk_live_");
			expect(account.commands).toEqual([]);
			expect(await endpoints()).toEqual([]);
		},
	);

	it.each(["README.md", "docs/deploying.md"])("has its events listed by %s", (file) => {
		const text = readFileSync(join(root, file), "utf8");
		const named = [...text.matchAll(/^ *([a-z_]+\.[a-z_.]+)$/gm)].map(([, event]) => event);
		expect(named).toEqual(webhookEvents);
	});

	it("has the path of the call that receives events", () => {
		expect(webhookPath).toBe(`/api${stripeWebhookEndpoint.path}`);
	});
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

	it("names every resource after the shop, so that two shops can share an account", () => {
		const { name: worker } = readConfig(join(root, "wrangler.toml"), "production");
		const lines = withNames(toml, worker, "rost-korn").split("\n");
		const renamed = toml.split("\n").filter((line, n) => line !== lines[n]);
		expect(renamed.every((line) => line.includes(`"${worker}`))).toBe(true);
		const left = lines.filter((line) => /^[^#]*"cogsmith/.test(line));
		expect(left).toEqual([]);
		expect(lines).toContain('name = "rost-korn"');
		expect(lines).toContain('database_name = "rost-korn-staging"');
		expect(lines).toContain('dead_letter_queue = "rost-korn-payments-failed"');
		const longest = resourceName("x".repeat(80));
		for (const queue of queueNames(readConfig(join(root, "wrangler.toml"), "staging")))
			expect(queue.replace(worker, longest).length).toBeLessThanOrEqual(63);
	});

	it.each([
		["Röst & Korn", "https://roestkorn.example", "rost-korn"],
		["Ποδήλατα", "https://shop.example", "shop-example"],
		["工", "", "shop"],
	])("names the resources of %s", (shopName, origin, expected) =>
		expect(resourceName(shopName, origin)).toBe(expected),
	);

	it("throws if the line is missing", () => {
		expect(() => withDatabaseId("name = 'x'", "an-id", "production")).toThrow("database_id");
		expect(() => withSetting(toml, "NOTHING", "x", "staging")).toThrow("env.staging.vars");
	});
});

describe("the check of e-mails", () => {
	const from = "orders@shop.example";
	/** An account as wrangler's commands show it: the domain's state, and what sending an e-mail answers. */
	const withMails = (enabled: boolean | undefined, sendError?: string) => {
		const commands: string[] = [];
		const wrangler = async (...args: string[]) => {
			commands.push(args.join(" "));
			if (args[2] === "settings") {
				if (enabled === undefined) throw new Error("No sending subdomain shop.example.\nMore.");
				return `Email Sending for shop.example:\n  Enabled:            ${enabled}\n`;
			}
			if (sendError) throw new Error(sendError);
			return "Email sent";
		};
		return { wrangler, commands };
	};

	it.each([
		[
			"is not onboarded",
			undefined,
			/onboarded.*\(No sending subdomain shop\.example\.\).*email sending enable/,
		],
		["is onboarded but off", false, /is not onboarded/],
	])(
		"says that nobody but verified addresses gets e-mails while the domain %s",
		async (_, enabled, says) => {
			const { wrangler, commands } = withMails(enabled);
			expect(await checkMail(wrangler, from, "owner@example.com")).toEqual([
				expect.stringMatching(says),
			]);
			expect(commands).toEqual(["email sending settings shop.example"]);
		},
	);

	it("sends a test e-mail, and says why it was not sent", async () => {
		const { wrangler, commands } = withMails(true);
		expect(await checkMail(wrangler, from, "owner@example.com")).toEqual([]);
		expect(commands[1]).toMatch(
			/^email sending send --from orders@shop\.example --to owner@example\.com /,
		);
		expect(await checkMail(wrangler, from, undefined)).toEqual([
			expect.stringContaining("--mail-to"),
		]);
		const full = withMails(true, "Daily sending limit exceeded [code: 10004]");
		expect(await checkMail(full.wrangler, from, "owner@example.com")).toEqual([
			expect.stringContaining("daily quota"),
		]);
		const away = withMails(true, "Internal error");
		expect(await checkMail(away.wrangler, from, "owner@example.com")).toEqual([
			expect.stringContaining("Internal error"),
		]);
	});
});
