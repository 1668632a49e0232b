/**
 * A merchant's month: a code, orders from three countries, a parcel, a return and a refund, then the books of the whole shop. Journeys
 * do the same in a browser, in the demo shop. tests/tooling/other-shop.test.ts has the shop.
 */
import { unzipSync } from "fflate";
import { expect, it } from "vitest";
import type { Person } from "../../local/session.ts";
import { dayOf, dayText } from "../../src/config/days.ts";
import { parseCsv } from "../../src/shop/csv/parse-csv.server.ts";
import { piecesField } from "../../src/shop/returns/returns.ts";
import { inRow } from "../../src/values/record-fields.ts";

interface OpenShop {
	origin: string;
	admin: Person;
	customer: Person;
	/** The id of a tool that costs 12.50. */
	tool: string;
	/** Places an order of the customer and pays it by card; returns its id, which its only line has too. */
	buy: (order: object) => Promise<string>;
	/** Calls the API with a body, as somebody. */
	call: (method: string, path: string, person: Person, body: object) => Promise<unknown>;
	/** What has changed Stripe's balance. */
	listBalance: () => Promise<{ amount: number }[]>;
}

type Row = Record<string, string>;

const cents = (amount: string | undefined): number => Math.round(Number(amount) * 100);
const sum = (amounts: readonly number[]): number => amounts.reduce((total, one) => total + one, 0);

/** The sums of rows of a CSV file in cents, by the rate of tax. */
function sumsByRate(rows: readonly Row[]) {
	const sums: Record<string, { gross: number; net: number; tax: number }> = {};
	for (const { Rate = "", Gross, Net, Tax } of rows) {
		sums[Rate] ??= { gross: 0, net: 0, tax: 0 };
		sums[Rate].gross += cents(Gross);
		sums[Rate].net += cents(Net);
		sums[Rate].tax += cents(Tax);
	}
	return sums;
}

/** Tests of a shop that is open once the tests run, with what was sold in it before. */
export function testMonth(shop: () => OpenShop): void {
	async function read(path: string, { cookie } = shop().admin): Promise<Response> {
		const response = await fetch(shop().origin + path, { headers: { Cookie: cookie } });
		expect(response.status, path).toBe(200);
		return response;
	}

	/** Sends a form from its page; returns the page that follows. */
	async function send(path: string, { cookie }: Person, fields: Record<string, string>) {
		const { origin } = shop();
		const body = new FormData();
		for (const [name, value] of Object.entries(fields)) body.set(name, value);
		const isUpload = path.endsWith("/return");
		const response = await fetch(origin + path, {
			method: "POST",
			headers: { Cookie: cookie, Origin: origin },
			body: isUpload ? body : new URLSearchParams(fields),
		});
		const text = await response.text();
		expect(response.status, text).toBe(200);
		return text;
	}

	/** A customer of a country orders pieces of the tool, with a code or without, and pays by card. */
	function buy(quantity: number, country: string, code = ""): Promise<string> {
		const { tool } = shop();
		return shop().buy({
			lines: [{ toolId: tool, quantity, price: 12.5 }],
			name: `Mara of ${country}`,
			phone: "+49 341 1",
			line1: "Gasse 1",
			postalCode: country === "DE" ? "04109" : "1010",
			city: "Ort",
			country,
			...(code && { code }),
		});
	}

	/** The rows of an export of this month. */
	async function rowsOf(kind: string): Promise<Row[]> {
		const today = dayText(dayOf(Date.now()));
		const days = `from=${today.slice(0, 7)}-01&to=${today}`;
		const file = await read(`/dashboard/export/${kind}.csv?${days}`);
		const [head, ...records] = parseCsv(await file.text());
		return records.map(({ cells }) =>
			Object.fromEntries(cells.map((cell, index) => [head?.cells[index] ?? "", cell])),
		);
	}

	it("sells with a code, ships, takes back and refunds, and its books balance by rate with Stripe's", async () => {
		const { admin, customer, call } = shop();
		await send("/dashboard/offers/edit?kind=code", admin, {
			label: "Ten off in November",
			action: "percent",
			percent: "10",
			code: "MONTH-10",
		});
		const german = await buy(3, "DE", "MONTH-10");
		const austrian = await buy(2, "AT");
		const issued = await send("/dashboard/gift-cards/new", admin, {
			id: crypto.randomUUID(),
			amount: "10",
		});
		const [giftCard = ""] = /\w{4}(-\w{4}){4}/.exec(issued) ?? [];
		await buy(1, "CH", giftCard);

		await call("PUT", `/order?id=${german}`, admin, { status: "Shipped" });
		await send(`/orders/${german}/return`, customer, {
			[piecesField(german)]: "1",
			reason: "does_not_fit",
		});
		const list = await (await read("/dashboard/returns")).text();
		const [page = ""] = /\/dashboard\/returns\/[\w-]+/.exec(list) ?? [];
		await send(page, admin, { do: "approve", answer: "Gasse 2" });
		await send(page, admin, {
			do: "receive",
			[inRow("received", german)]: "1",
			[inRow("condition", german)]: "as_new",
		});
		await send(page, admin, { do: "refund", amount: "11.25" });
		await call("POST", `/order/${austrian}/refund`, admin, {
			amount: 5,
			reason: "requested_by_customer",
		});

		const invoices = await rowsOf("invoices");
		const accounting = await rowsOf("accounting");
		// 38.65 with the code, less a third of the coffee; 34.50 less 5.00; 22.00 without tax. And what was sold before.
		expect(sumsByRate(invoices)).toMatchObject({
			"20": { gross: 2950 },
			"0": { gross: 2200, tax: 0 },
		});
		expect(sumsByRate(invoices)).toEqual(sumsByRate(accounting));
		expect(invoices.some(({ Gross }) => cents(Gross) === 3865)).toBe(true);
		expect(invoices.some(({ Gross }) => cents(Gross) === -1125)).toBe(true);
		const moved = await shop().listBalance();
		const paidByCards = sum(accounting.map((row) => cents(row["Gift cards"] || "0")));
		expect(paidByCards).toBe(1000);
		expect(sum(invoices.map(({ Gross }) => cents(Gross))) - paidByCards).toBe(
			sum(moved.map(({ amount }) => amount)),
		);

		// Numbers have no gap, and the month's file has each document.
		const codes = [...new Set(invoices.map(({ Number: code = "" }) => code))];
		for (const series of ["INV", "CN"]) {
			const numbers = codes
				.filter((code) => code.startsWith(series))
				.map((code) => Number(code.split("-").at(-1)))
				.toSorted((one, other) => one - other);
			expect(numbers).toEqual(numbers.map((_, index) => index + 1));
		}
		const month = dayText(dayOf(Date.now())).slice(0, 7);
		const zip = await read(`/dashboard/invoices/${month}.zip`);
		const files = unzipSync(new Uint8Array(await zip.arrayBuffer()));
		expect(Object.keys(files).toSorted()).toEqual(
			codes.flatMap((code) => [`${code}.pdf`, `${code}.xml`]).toSorted(),
		);
	}, 120_000);
}
