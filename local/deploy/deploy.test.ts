import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { httpsOnly } from "../../src/http/headers.ts";
import { root } from "../settings.ts";
import { withHsts } from "../static-headers.ts";
import { deploy, type Hands, NotReady, type Plan, settingsMissing } from "./deploy.ts";
import { withDatabaseId } from "./toml.ts";

/** An account with nothing on it, as wrangler would tell of it. */
class Account {
	readonly asked: string[] = [];
	databases: { uuid: string; name: string }[] = [];
	buckets: string[] = [];
	secrets: string[] | undefined;

	readonly wrangler = async (...args: string[]): Promise<string> => {
		const said = args.join(" ");
		this.asked.push(said);
		if (said === "d1 list --json") return JSON.stringify(this.databases);
		if (said.startsWith("d1 create")) {
			this.databases.push({ uuid: "made", name: args[2] ?? "" });
		} else if (said.startsWith("r2 bucket info")) {
			if (!this.buckets.includes(args[3] ?? "")) throw new Error("code: 10006: does not exist");
		} else if (said.startsWith("r2 bucket create")) {
			this.buckets.push(args[3] ?? "");
		} else if (said.startsWith("secret list")) {
			if (!this.secrets) throw new Error("code: 10007: This Worker does not exist");
			return JSON.stringify(this.secrets.map((name) => ({ name, type: "secret_text" })));
		}
		return "";
	};
}

const plan: Plan = {
	vars: {
		SHOP_ORIGIN: "https://shop.example",
		STRIPE_PUBLISHABLE_KEY: "pk_live_1",
		STRIPE_JS_URL: "https://js.stripe.com/endive/stripe.js",
		MAIL_FROM: "shop@shop.example",
		GOOGLE_CLIENT_ID: "",
	},
	requiredSecrets: ["AUTH_SECRET", "STRIPE_SECRET_KEY"],
	database: { name: "cogsmith", id: "none" },
	bucket: "cogsmith-media",
};

let account: Account;
let kept: string[];
let built: number;
let hands: Hands;

beforeEach(() => {
	account = new Account();
	kept = [];
	built = 0;
	hands = {
		wrangler: account.wrangler,
		build: async () => {
			built += 1;
		},
		keepDatabaseId: (id) => kept.push(id),
		step: (_doing, _done, work) => work(),
	};
});

describe("deploying", () => {
	it("makes database and bucket on an empty account, then says which secrets are missing", async () => {
		await expect(deploy(plan, hands)).rejects.toThrow(/AUTH_SECRET[\s\S]*STRIPE_SECRET_KEY/);
		expect(account.databases).toEqual([{ uuid: "made", name: "cogsmith" }]);
		expect(account.buckets).toEqual(["cogsmith-media"]);
		expect(kept).toEqual(["made"]);
		expect(built).toBe(0);
	});

	it("migrates before it deploys, once all is there", async () => {
		account.databases = [{ uuid: "found", name: "cogsmith" }];
		account.buckets = ["cogsmith-media"];
		account.secrets = ["AUTH_SECRET", "STRIPE_SECRET_KEY", "GOOGLE_CLIENT_SECRET"];
		await deploy({ ...plan, database: { name: "cogsmith", id: "found" } }, hands);
		expect(kept).toEqual([]);
		expect(built).toBe(1);
		expect(account.asked.filter((said) => /create|apply|deploy/.test(said))).toEqual([
			"d1 migrations apply DB --remote",
			"deploy --config dist/server/wrangler.json",
		]);
	});

	it("changes nothing while settings are those of a local shop", async () => {
		const vars = { ...plan.vars, SHOP_ORIGIN: "http://localhost:8787", STRIPE_PUBLISHABLE_KEY: "" };
		const attempt = deploy({ ...plan, vars }, hands);
		await expect(attempt).rejects.toThrow(NotReady);
		await expect(attempt).rejects.toThrow(/SHOP_ORIGIN/);
		await expect(attempt).rejects.toThrow(/STRIPE_PUBLISHABLE_KEY/);
		expect(account.asked).toEqual([]);
	});

	it("does not take a failure of the account for an empty one", async () => {
		hands.wrangler = async () => {
			throw new Error("Authentication error [code: 10000]");
		};
		await expect(deploy(plan, hands)).rejects.toThrow("Authentication error");
	});
});

it("files say the same of https as pages do, with subdomains and without", () => {
	const file = readFileSync(join(root, "public", "_headers"), "utf8");
	for (const included of [true, false]) {
		expect(withHsts(file, included)).toContain(
			`  Strict-Transport-Security: ${httpsOnly(included)}\n`,
		);
	}
	expect(withHsts(file, false)).toBe(file);
	expect(() => withHsts("/*\n", true)).toThrow("_headers");
});

describe("wrangler.toml", () => {
	const toml = readFileSync(join(root, "wrangler.toml"), "utf8");

	it("is that of a local shop as it stands here", () => {
		const vars = Object.fromEntries(
			[...toml.matchAll(/^([A-Z_]+) = "(.*)"$/gm)].map(([, name = "", value = ""]) => [
				name,
				value,
			]),
		);
		expect(settingsMissing(vars).join("\n")).toMatch(/SHOP_ORIGIN[\s\S]*MAIL_FROM/);
	});

	it("takes the database's id and keeps the rest", () => {
		const changed = withDatabaseId(toml, "an-id");
		expect(changed).toContain('database_id = "an-id"');
		expect(changed.split("\n").length).toBe(toml.split("\n").length);
		expect(() => withDatabaseId("name = 'x'", "an-id")).toThrow("database_id");
	});
});
