/** Pages for everybody, embeds and alerts. */
import { createAlertToken } from "../../../src/platform/auth/alert-token.ts";
import { createStopToken } from "../../../src/platform/auth/stop-token.ts";
import { widgetsMajor } from "../../../src/shop/embeds/widget-script.server.ts";
import { addCapability, origin } from "../../helpers/shop.ts";
import { formType } from "./recorder.ts";
import type { Scenario } from "./scenario.ts";

/** Pages for everybody. None is cached yet. */
export async function recordPublicPages({ send, cursor, admin, tool, otherTool, rated }: Scenario) {
	await send("/");
	await send("/tools");
	await send(`/tools?cursor=${cursor}`, { note: "further on" });
	await send("/tools?q=wrench", { note: "a search" });
	await send("/tools?q=wrnech+under+100", { note: "a search with a word to correct" });
	await send("/tools?q=wrench&in-stock=1&sort=price", { note: "a search, filtered and sorted" });
	await send("/tools?fits=chain:11", { note: "that fit a bike" });
	await send("/suggest?q=wre");
	await send("/categories.json");
	for (const path of ["/design", "/design/forms"])
		await send(path, { rejected: 404, note: "only the demo shop has it" });
	await send(`/compare?tool=${tool}&tool=${otherTool}`);
	await send("/tools?in-stock=1&price-to=100&sort=newest", { note: "filtered" });
	await send("/tools/c");
	await send("/tools/c/wheels", { note: "of a category" });
	await send("/tools/c/unknown", { rejected: 404, note: "unknown" });
	await send("/api/category");
	const category = { name: "Hubs", slug: "hubs" };
	await send("/api/category", { as: admin, body: category });
	await send("/api/category/hubs", { as: admin, method: "PATCH", body: { place: 1 } });
	await send("/api/category/hubs", { as: admin, method: "DELETE" });
	await send(`/tools/${tool}`);
	await send("/tools/unknown", { rejected: 404, note: "unknown" });
	await addCapability(tool, { action: "torque", from: 2, to: 25 });
	await addCapability(otherTool, { action: "remove", dimension: "chain", standard: "11" });
	await send("/jobs/replace-chain");
	await send("/jobs/fit-handlebar", { note: "with a torque" });
	await send("/fit");
	await send("/fit?chain=11", { note: "of a bike" });
	await send(`/fit?tool=${otherTool}&chain=11`, { note: "whether a tool fits" });
	await send(`/fit/marks.json?chain=11&tools=${[otherTool, tool].sort()}`);
	await send("/jobs/unknown", { rejected: 404, note: "unknown" });
	await send("/review");
	await send(`/review?cursor=${cursor}`, { note: "further on" });
	const reportPath = `/review/${rated.body.insertedId}/report`;
	await send(reportPath);
	await send(reportPath, { body: "reason=spam", headers: formType });
	await send("/blogs");
	await send("/blogs/first-tools", { rejected: 404, note: "only the demo shop has it" });
	await send("/portfolio");
	await send("/jobs");
	await send("/symptoms");
	await send("/symptoms/creaks");
	await send("/symptoms/unknown", { rejected: 404, note: "unknown" });
	await send("/gift");
	await send("/gift?kind=road&mends=gears", { note: "how much" });
	await send("/gift?kind=road&mends=gears&up-to=50", { note: "what fits" });
	await send("/fit/cassette");
	await send("/fit/unknown", { rejected: 404, note: "unknown" });
	await send("/legal/unknown", { rejected: 404 });
	await send("/widgets");
}

/** What other programs read, and pages without a tool. */
export async function recordFeeds({ send, rider }: Scenario) {
	for (const path of ["/robots.txt", "/llms.txt", "/sitemap.xml", "/feeds/products.xml"])
		await send(path);
	for (const name of ["security.txt", "change-password"]) await send(`/.well-known/${name}`);
	await send("/sitemap/pages.xml", { note: "pages" });
	await send("/sitemap/tools-1.xml", { note: "tools" });
	await send("/sitemap/tools-999.xml", { rejected: 404, note: "unknown" });
	for (const name of ["tools", "reviews"]) await send(`/feeds/${name}.atom`);
	await send("/login");
	await send("/login", { as: rider, note: "signed in" });
	await send("/signup");
	await send("/forgot");
	await send("/reset?token=x");
	await send("/login/google", {
		body: "",
		headers: formType,
	});
	await send("/nowhere", { rejected: 404 });
	await send("/api/nowhere", { rejected: 404 });
	await send("/api/docs");
	await send("/api/openapi.json");
	await send("/api/health");
}

export async function recordEmbeds({ send, tool }: Scenario) {
	for (const embed of [`tools/${tool}`, "reviews/6"]) {
		for (const extension of ["", ".html", ".json"]) await send(`/embed/v1/${embed}${extension}`);
	}
	await send(`/oembed?url=${encodeURIComponent(`${origin}/tools/${tool}`)}`);
	await send(`/w/${widgetsMajor}/widgets.js`);
}

/** Alerts of tools that are back in stock, and of the digest. */
export async function recordAlerts({ send, rider, soldOut }: Scenario) {
	const alertPath = `/tools/${soldOut}/alert`;
	await send(alertPath, { as: rider });
	await send(alertPath, { as: rider, body: "", headers: formType });
	await send(`${alertPath}?remove`, { as: rider, body: "", headers: formType, note: "withdrawn" });
	await send(`/api/service/${soldOut}/alert`, { as: rider, method: "PUT" });
	await send(`/api/service/${soldOut}/alert`, { as: rider, method: "DELETE" });
	const typed = { body: "email=waits%40example.test", headers: formType };
	await send(alertPath, { ...typed, note: "without an account" });
	const token = await createAlertToken(soldOut, "waits@example.test");
	const confirmPath = `${alertPath}?token=${token}`;
	await send(confirmPath, { note: "a link to confirm" });
	await send(confirmPath, { body: "", headers: formType, note: "confirmed" });
	const guestPath = `/alerts/stop?token=${await createStopToken("waits@example.test", "guest")}`;
	await send(guestPath, { body: "", headers: formType, note: "without an account" });
	const stopPath = `/alerts/stop?token=${await createStopToken(rider.id)}`;
	await send(stopPath);
	await send(stopPath, { body: "", headers: formType });
	const digestToken = await createStopToken("merchant@example.test", "digest");
	const stopDigestPath = `/alerts/stop?token=${digestToken}`;
	await send(stopDigestPath, { body: "", headers: formType, note: "of the digest" });
	await send(`${stopDigestPath}&again`, { body: "", headers: formType, note: "undone" });
}
