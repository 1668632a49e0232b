/** Pages of customers and of administrators. */
import { monthOf } from "../../../src/shop/invoices/invoices.ts";
import { listOffers } from "../../../src/shop/offers/manage-offers.server.ts";
import { listSales } from "../../../src/shop/offers/sales.server.ts";
import { encodeCursor } from "../../../src/values/paging.ts";
import { signUpByApi } from "../../helpers/shop.ts";
import { realDatabase } from "../record-statements.ts";
import { formType } from "./recorder.ts";
import type { Scenario } from "./scenario.ts";

export async function recordCustomerPages({ send, rider, tool, unpaid }: Scenario) {
	await send(`/purchase/${tool}`, { note: "signed out" });
	await send(`/purchase/${tool}`, { as: rider });
	await send("/checkout", { as: rider });
	await send(`/payment/${unpaid._id}`, { as: rider });
	await send(`/orders/${unpaid._id}`, { as: rider });
	const invoice = await realDatabase
		.prepare("select id, order_id from invoices where kind = 'invoice' limit 1")
		.first<{ id: string; order_id: string }>();
	if (!invoice) throw new Error("there is no invoice");
	for (const file of ["", ".pdf", ".xml"])
		await send(`/orders/${invoice.order_id}/invoices/${invoice.id}${file}`, { as: rider });
	await send("/dashboard", { as: rider });
	await send("/dashboard/start", { as: rider });
	await send("/dashboard/myprofile", { as: rider });
	await send("/dashboard/myorders", { as: rider });
	await send("/dashboard/addreview", { as: rider });
}

export async function recordStaffPages({ send, admin, rider, tool, unpaid }: Scenario) {
	await send("/manageTools", { as: rider });
	await send(`/update/${tool}`, { as: admin });
	for (const page of [
		"manageOrders",
		"manageProducts",
		"addProducts",
		"products",
		`products/${tool}`,
		"makeAdmin",
		"categories",
		"history",
		"settings",
		"offers",
		"offers/new",
		"invoices",
		`invoices/${monthOf(Date.now())}.zip`,
		"partners",
		"partners.csv",
		"overview",
		"health",
		"shipping",
		"packing",
		"customers",
		`customers/guest?email=${rider.email}`,
		`customers/${rider.id}`,
	]) {
		await send(`/dashboard/${page}`, { as: admin });
	}
	await send("/dashboard/invoices?q=Rider", { as: admin, note: "of a search" });
	const ofMonth = `/dashboard/invoices?kind=invoice&month=${monthOf(Date.now())}`;
	await send(ofMonth, { as: admin, note: "of a month" });
	const tryAgain = "do=mail&id=x";
	await send("/dashboard/health", { as: admin, body: tryAgain, headers: formType, note: "mail" });
	const row = new URLSearchParams({
		do: "row",
		table: "tools",
		subject: tool,
		message: "has a sold that is not what its rows say",
	});
	await send("/dashboard/health", { as: admin, body: String(row), headers: formType, note: "row" });
	await send("/dashboard/overview?days=365", { as: admin, note: "of a year" });
	await send("/dashboard/overview?from=2026-01-01&to=2026-03-31", {
		as: admin,
		note: "of any days",
	});
	await send(`/dashboard/partners?cursor=${encodeCursor({ value: 7, id: "x" })}`, {
		as: admin,
		note: "further on",
	});
	await send("/dashboard/products?list=low", { as: admin, note: "low stock" });
	await send("/dashboard/products?list=listed", { as: admin, note: "listed" });
	const many = new URLSearchParams({ change: "price", percent: "5", tool });
	await send("/dashboard/products", {
		as: admin,
		body: String(many),
		headers: formType,
		note: "many",
	});
	await send("/dashboard/products?list=listed&q=wr&maker=Cog&category=hubs", {
		as: admin,
		note: "filtered",
	});
	await send("/dashboard/products?list=listed", {
		as: admin,
		body: String(new URLSearchParams({ change: "stock", stock: "+1", scope: "all", job: "job-1" })),
		headers: formType,
		note: "all that match",
	});
	const sale = { name: "Sale", lastDay: "2099-12-31", percent: "10", tool };
	const maker = {
		was: "",
		name: "Cog",
		address: "1 Lane",
		contact: "cog@shop.test",
		country: "DE",
	};
	await send("/dashboard/makers", { as: admin });
	await send("/dashboard/makers", {
		as: admin,
		headers: formType,
		note: "saves one",
		body: new URLSearchParams(maker).toString(),
	});
	await send("/dashboard/makers", {
		as: admin,
		headers: formType,
		note: "deletes one",
		body: new URLSearchParams({ was: "Cog", delete: "" }).toString(),
	});
	await send("/dashboard/settings?topic=mails&mail=order.paid", { as: admin, note: "an e-mail" });
	await send("/dashboard/settings?topic=mails&mail=order.paid", {
		as: admin,
		headers: formType,
		note: "saves an e-mail",
		body: "version=0&subject=Paid",
	});
	await send("/dashboard/settings?topic=mails&mail=order.paid", {
		as: admin,
		headers: formType,
		note: "tests an e-mail",
		body: "version=0&do=test",
	});
	await send("/dashboard/settings/preview?mail=order.paid", { as: admin });
	await send("/dashboard/settings/preview?mail=order.paid", {
		as: admin,
		headers: formType,
		body: "version=0&subject=Paid",
	});
	await send("/dashboard/settings?topic=navigation", { as: admin, note: "links" });
	await send("/dashboard/settings?topic=home", { as: admin, note: "tools of the home page" });
	const written = { title: "Find us", slug: "find-us", text: "At the river.", published: "1" };
	await send("/dashboard/pages", { as: admin });
	await send("/dashboard/pages?slug=", {
		as: admin,
		headers: formType,
		note: "saves one",
		body: new URLSearchParams(written).toString(),
	});
	await send("/dashboard/pages?slug=find-us", { as: admin, note: "one" });
	await send("/pages/find-us");
	await send("/dashboard/pages?slug=find-us", {
		as: admin,
		headers: formType,
		note: "deletes one",
		body: new URLSearchParams({ was: "find-us", delete: "" }).toString(),
	});
	await send("/dashboard/searches", { as: admin });
	const supplier = { name: "Hub", leadDays: "7", reviewDays: "14", minOrderCents: "0" };
	await send("/dashboard/suppliers", { as: admin });
	await send("/dashboard/suppliers?name=Hub", {
		as: admin,
		headers: formType,
		note: "saves one",
		body: new URLSearchParams({ was: "", ...supplier }).toString(),
	});
	await send("/dashboard/suppliers?name=Hub", { as: admin, note: "one" });
	await send("/dashboard/suppliers.csv?name=Hub", { as: admin });
	await send("/dashboard/suppliers?name=Hub", {
		as: admin,
		headers: formType,
		note: "deletes one",
		body: new URLSearchParams({ was: "Hub", delete: "" }).toString(),
	});
	await send("/dashboard/offers/new", {
		as: admin,
		body: String(new URLSearchParams(sale)),
		headers: formType,
		note: "plan",
	});
	const [running] = (await listSales(undefined)).sales;
	await send("/dashboard/offers", { as: admin, note: "with a sale" });
	await send("/tools?sale=1", { note: "on sale" });
	await send("/tools?sale=1&in-stock=1", { note: "on sale, in stock" });
	await send("/dashboard/offers", {
		as: admin,
		body: `end=${running?.id}`,
		headers: formType,
		note: "end",
	});
	const card = { id: "3a1c2f8e-0000-4000-8000-000000000003", amount: "5", email: "" };
	await send("/dashboard/gift-cards/new", {
		as: admin,
		body: String(new URLSearchParams({ ...card, message: "", until: "" })),
		headers: formType,
		note: "issue",
	});
	const cardPage = `/dashboard/gift-cards/card?id=${card.id}`;
	await send(cardPage, { as: admin });
	for (const action of ["adjust", "disable", "enable"])
		await send(cardPage, {
			as: admin,
			body: String(new URLSearchParams({ do: action, cents: "1", note: "More" })),
			headers: formType,
			note: action,
		});
	await send("/dashboard/gift-cards?q=more", { as: admin, note: "of a search" });
	const code = { label: "Five off", action: "amount", amount: "5", code: "FIVE", tools: tool };
	const edit = "/dashboard/offers/edit?kind=code";
	for (const [note, more] of [
		["preview", { preview: "1" }],
		["save", {}],
	] as const)
		await send(edit, {
			as: admin,
			body: String(new URLSearchParams({ ...code, ...more })),
			headers: formType,
			note,
		});
	const [offer] = await listOffers();
	await send(`/dashboard/offers/edit?id=${offer?.id}`, { as: admin, note: "change" });
	await send(`/dashboard/offers/codes.csv?id=${offer?.id}`, { as: admin });
	await send("/dashboard/offers", { as: admin, note: "with a code" });
	await send("/dashboard/offers", {
		as: admin,
		body: `end-offer=${offer?.id}`,
		headers: formType,
		note: "end a code",
	});
	await send("/dashboard/history?kind=order", { as: admin, note: "of a kind" });
	await send(`/dashboard/history?subject=${tool}`, { as: admin, note: "of a subject" });
	for (const tab of ["toShip", "unpaid", "shipped", "refunded", "all"])
		await send(`/dashboard/orders?tab=${tab}`, { as: admin, note: tab });
	await send("/dashboard/orders/new", { as: admin });
	await send("/dashboard/orders?q=wrench&from=2026-01-01&to=2099-12-31", {
		as: admin,
		note: "search by days",
	});
	await send("/dashboard/orders?tab=toShip&q=wrench", { as: admin, note: "search in a tab" });
	await send(`/dashboard/packing/slips?order=${unpaid._id}`, { as: admin, note: "of many" });
	await send(`/dashboard/shipping?cursor=${encodeCursor({ value: 7, id: "x" })}`, {
		as: admin,
		note: "further on",
	});
	await send("/dashboard/shipping?q=wrench", { as: admin, note: "search" });
	await send("/dashboard/shipping?tab=shipped", { as: admin, note: "shipped" });
	await send("/dashboard/customers?sort=spent", { as: admin, note: "by spend" });
	await send(`/dashboard/customers?sort=spent&cursor=${encodeCursor({ value: 7, id: "x" })}`, {
		as: admin,
		note: "by spend, further on",
	});
	await send("/dashboard/customers?q=person", { as: admin, note: "search" });
	await send("/dashboard/manageOrders?q=wrench", { as: admin, note: "search" });
	await send("/dashboard/packing?q=wrench", { as: admin, note: "search" });
}

/** A page that signs a customer out, who has no role for it. Returns the customer. */
export async function recordSignOut({ send }: Scenario) {
	const stranger = await signUpByApi();
	await send("/dashboard/makeAdmin", {
		as: stranger,
		note: "by a customer",
		headers: { "Sec-Fetch-Site": "none" },
	});
	return stranger;
}
