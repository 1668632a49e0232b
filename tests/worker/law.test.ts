/** The built demo shop sells to the European Union: for each rule of docs/law.md, a page shows what it asks for. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, expect, it } from "vitest";
import { lawRules, type RuleId } from "../../src/shop/legal/rules.ts";
import { addReview, addTool, origin, type Person, signUpByApi } from "../helpers/shop.ts";
import { loadBuiltWorker } from "./route-queries/recorder.ts";

let rider: Person;
let tool = "";

beforeAll(async () => {
	rider = await signUpByApi({ verified: true });
	tool = await addTool({ name: "Chain oil", quantity: 5 });
	await addReview(rider, { toolId: tool });
	await env.DB.batch([
		env.DB.prepare(
			"insert into makers (name, address, contact, country, responsible_name, responsible_address, responsible_contact, updated_at) values ('Oilers', '1 Wells Road', 'hello@oilers.test', 'US', 'Oilers Europe', '2 Quay, Antwerp', 'https://oilers.test/eu', 1)",
		),
		env.DB.prepare(
			"update tools set maker = 'Oilers', sku = 'OIL-1', contents = '400 ml', warnings = 'Keep away from fire.', regular_price_cents = 1600, sale_price_cents = 1200, prior_price_cents = 1500, sale_ends_at = ? where id = ?",
		).bind(Date.now() + 86_400_000, tool),
	]);
});

/** The text of a page, without its elements. */
async function textOf(path: string): Promise<string> {
	const { default: shop, CachedPages } = await loadBuiltWorker();
	const context = createExecutionContext();
	const request = new Request(origin + path, {
		headers: { Accept: "text/html", Origin: origin, Cookie: rider.cookie },
	});
	const response = await shop.fetch(
		request as Parameters<typeof shop.fetch>[0],
		env,
		Object.create(context, { exports: { value: { CachedPages: new CachedPages(context, env) } } }),
	);
	const html = await response.text();
	await waitOnExecutionContext(context);
	expect(response.status, html.slice(0, 500)).toBe(200);
	return html
		.replaceAll(/<(script|style)[^>]*>.*?<\/\1>/gs, "")
		.replaceAll(/<[^>]*>/g, " ")
		.replaceAll(/\s+/g, " ");
}

const ofTool = () => `/tools/${tool}`;

/** Where each rule can be seen, and what stands there. */
const shown: Record<RuleId, [path: () => string, texts: string[]][]> = {
	"legal-guarantee": [
		[ofTool, ["Legal guarantee", "within two years of delivery"]],
		[() => "/checkout", ["Legal guarantee"]],
	],
	"product-safety": [
		[
			ofTool,
			[
				"Oilers 1 Wells Road hello@oilers.test",
				"Responsible in the European Union Oilers Europe 2 Quay, Antwerp https://oilers.test/eu",
				"Chain oil, OIL-1",
				"Keep away from fire.",
			],
		],
	],
	"unit-price": [
		[ofTool, ["$12.00", "$30.00 / l"]],
		[() => "/tools", ["$30.00 / l"]],
	],
	"price-reduction": [[ofTool, ["Lowest price in the 30 days before: $15.00"]]],
	"order-button": [[() => `/purchase/${tool}`, ["Order with obligation to pay"]]],
	"withdrawal-information": [[() => "/legal/returns", ["without giving a reason"]]],
	"withdrawal-function": [
		[() => "/tools", ["Withdraw from contract here"]],
		[() => "/withdraw", ["Withdraw from contract"]],
	],
	reviews: [
		[() => "/review", ["our orders show that the reviewer bought the tool here"]],
		[ofTool, ["our orders show that the reviewer bought the tool here"]],
		[() => "/tools", ["How we check reviews"]],
	],
	accessibility: [[() => "/legal/accessibility", ["EN 301 549", "hello@cogsmith.test"]]],
	imprint: [
		[
			() => "/legal/imprint",
			["9 Workshop Lane", "hello@cogsmith.test", "+1 503 555 0142", "Oregon Business Registry"],
		],
	],
	terms: [
		[() => "/legal/terms", ["The contract is concluded"]],
		[() => "/legal/shipping", ["free"]],
	],
};

it.each(Object.keys(lawRules) as RuleId[])("keeps the rule %s", async (rule) => {
	for (const [path, texts] of shown[rule]) {
		const text = await textOf(path());
		for (const part of texts) expect(text, path()).toContain(part);
	}
});
