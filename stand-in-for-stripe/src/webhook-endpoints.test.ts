import { expect, it } from "vitest";
import { openStripe } from "./testing.ts";

const HOOK = { url: "https://shop.example/hook", enabled_events: ["charge.refunded" as const] };

it("tells the secret of an endpoint once", async () => {
	const { stripe } = await openStripe();
	const created = await stripe.webhookEndpoints.create({
		...HOOK,
		api_version: "2026-10-28.endive",
		description: "shop",
		metadata: { a: "1" },
	});
	expect(created.secret).toMatch(/^whsec_\w{32}$/);
	const { secret, ...rest } = created;
	expect(rest).toMatchObject({
		...HOOK,
		api_version: "2026-10-28.endive",
		status: "enabled",
		metadata: { a: "1" },
	});
	const found = await stripe.webhookEndpoints.retrieve(created.id);
	expect(found).not.toHaveProperty("secret");
	expect(found).toMatchObject(HOOK);
});

it("updates, lists in pages and deletes endpoints", async () => {
	const { stripe } = await openStripe();
	const [first, second] = [
		await stripe.webhookEndpoints.create(HOOK),
		await stripe.webhookEndpoints.create({ ...HOOK, url: "https://shop.example/other" }),
	];
	const events = ["refund.created" as const, "refund.failed" as const];
	const change = { disabled: true, enabled_events: events, metadata: { b: "2" } };
	expect(await stripe.webhookEndpoints.update(first.id, change)).toMatchObject({
		url: HOOK.url,
		status: "disabled",
		enabled_events: events,
		metadata: { b: "2" },
	});
	expect(await stripe.webhookEndpoints.update(first.id, { disabled: false })).toMatchObject({
		status: "enabled",
		enabled_events: events,
	});
	const all = await stripe.webhookEndpoints.list({ limit: 1 }).autoPagingToArray({ limit: 9 });
	expect(all.map(({ id }) => id)).toEqual([second.id, first.id]);
	expect(await stripe.webhookEndpoints.del(second.id)).toMatchObject({ deleted: true });
	expect((await stripe.webhookEndpoints.list()).data.map(({ id }) => id)).toEqual([first.id]);
	await expect(stripe.webhookEndpoints.del(second.id)).rejects.toMatchObject({
		statusCode: 404,
		code: "resource_missing",
	});
});

it.each<[object, string]>([
	[{ enabled_events: HOOK.enabled_events }, "url"],
	[{ url: HOOK.url }, "enabled_events"],
	[{ ...HOOK, url: "shop.example" }, "url"],
	[{ ...HOOK, api_version: "latest" }, "api_version"],
])("creates none of %j", async (params, param) => {
	const { stripe } = await openStripe();
	await expect(stripe.webhookEndpoints.create(params as never)).rejects.toMatchObject({
		statusCode: 400,
		param,
	});
});

it("creates sixteen, and no other", async () => {
	const { stripe } = await openStripe();
	for (let count = 0; count < 16; count += 1) await stripe.webhookEndpoints.create(HOOK);
	await expect(stripe.webhookEndpoints.create(HOOK)).rejects.toThrow("maximum of 16");
});
