/** Plays the script of days against the shop: each event is what somebody does there, by the shop's own functions. */

import { env } from "cloudflare:workers";
import { readFileSync } from "node:fs";
import type { Buyer } from "../../src/access/caller.ts";
import { dayOf, startOfDay } from "../../src/config/days.ts";
import { guestTokenHashes } from "../../src/platform/auth/guest-token.ts";
import { addressInOneLine } from "../../src/shop/addresses/address.ts";
import { saveOffer } from "../../src/shop/offers/manage-offers.server.ts";
import { noEnd, type OfferTerms } from "../../src/shop/offers/offer-terms.ts";
import { planSale } from "../../src/shop/offers/sales.server.ts";
import { openGuestLink } from "../../src/shop/orders/guest-link.server.ts";
import { addOrderNote } from "../../src/shop/orders/order-notes.server.ts";
import type { Order } from "../../src/shop/orders/orders.ts";
import { cancelUnpaid } from "../../src/shop/payments/close-line.server.ts";
import { answerQuestion } from "../../src/shop/questions/answers.server.ts";
import { askQuestion } from "../../src/shop/questions/questions.server.ts";
import { askReturn } from "../../src/shop/returns/ask-return.server.ts";
import {
	approveReturn,
	receiveReturn,
	rejectReturn,
} from "../../src/shop/returns/decide-return.server.ts";
import { refundReturn } from "../../src/shop/returns/refund-return.server.ts";
import type { Condition, ReturnReason } from "../../src/shop/returns/return-states.ts";
import { findReturn } from "../../src/shop/returns/returns.server.ts";
import { type ReturnFound, returnAddress } from "../../src/shop/returns/returns.ts";
import { withdrawByNumber } from "../../src/shop/returns/withdraw.server.ts";
import type { HiddenReason } from "../../src/shop/reviews/hidden-reasons.ts";
import { reportReview } from "../../src/shop/reviews/reports.server.ts";
import type { JobName } from "../../src/values/jobs.ts";
import { callAsGuest } from "../helpers/guests.ts";
import { newIpAddress } from "../helpers/ip-address.ts";
import type { SentMail } from "../helpers/mail.ts";
import { controlStripe, payByCard, paymentOf } from "../helpers/payments.ts";
import { deliver } from "../helpers/queue.ts";
import { failAtBank } from "../helpers/refunds.ts";
import { cookieOf, origin } from "../helpers/shop.ts";
import { backgroundWorkEnds } from "../setup/in-node/workers.ts";
import { idOf } from "./catalogue.ts";
import { call, callerOf, signUp } from "./people.ts";
import { picture } from "./pictures.ts";
import { setMoment } from "./set-clock.ts";

/** Where somebody lives. */
interface Person {
	name: string;
	email: string;
	phone: string;
	line1: string;
	line2?: string;
	city: string;
	region?: string;
	postalCode: string;
	country: string;
}

/** Pieces by the demo's names of tools. */
type Pieces = Record<string, number>;

/** What happens, by what it is called first. Orders have numbers, tools and people the demo's names. */
interface Happenings {
	/** The stock before the first order. */
	opening: { opening: Pieces };
	/** Somebody makes an account. */
	join: { join: string };
	order: {
		order: number;
		by: string;
		guest?: true;
		/** Who takes it by phone. */
		phone?: string;
		tools: Pieces;
		note?: string;
		partner?: string;
		code?: string;
	};
	pay: { pay: number };
	expire: { expire: number };
	/** The buyer cancels before the payment. */
	remove: { remove: number };
	pack: { pack: number; tools?: string[] };
	ship: { ship: number; carrier: string; tracking: string; tools?: string[] };
	dispute: { dispute: number };
	/** The buyer cancels what is paid and was not shipped. */
	cancel: { cancel: number };
	refund: {
		refund: number;
		cents: number;
		reason: string;
		note: string;
		tools?: string[];
		restock?: true;
		/** Whether the bank returns it. */
		fails?: true;
	};
	return: { return: number; tools: Pieces; reason: ReturnReason; note: string };
	withdraw: { withdraw: number; name: string };
	approve: { approve: number };
	reject: { reject: number; answer: string };
	receive: { receive: number; condition: Condition; restock: boolean };
	/** What was sent back is refunded. */
	repay: { repay: number };
	/** An empty tool is the shop itself. */
	review: { review: string; by: string; stars: number; picture: string; text: string };
	/** Staff have read a review: its writer and its tool. */
	seen: { seen: string };
	answer: { answer: string; text: string };
	report: { report: string; reason: HiddenReason };
	ask: { ask: string; by: string; text: string };
	/** Staff answer a question: its writer and its tool. */
	reply: { reply: string; text: string };
	/** Somebody waits for a tool. */
	wait: { wait: string; by: string };
	stock: { stock: string; add: number };
	/** Staff note something about a customer. */
	about: { about: string; text: string };
	note: { note: number; by: string; text: string };
	offer: { offer: string; terms: OfferTerms; code?: string; uses?: number };
	sale: { sale: string; starts: number; ends: number; prices: Pieces };
}
type Kind = keyof Happenings;

/** An event, with its time in milliseconds from the end of the play. */
type Event = { at: number } & Happenings[Kind];

const manager = "demo-manager";
const packer = "demo-packer";
const accountOf = (person: string) => `demo-${person}`;

/** An order as the shop has placed it, with whose it is. */
interface Placed {
	order: Order;
	/** The cookie of a guest, who has no account. */
	cookie: string;
	account: string;
	intent: string;
}

const people = new Map<string, Person>();
const orders = new Map<number, Placed>();
/** The ids of reviews and questions by their writer and their tool. */
const reviews = new Map<string, string>();
const questions = new Map<string, string>();
/** What the shop has e-mailed. */
let mails: readonly SentMail[] = [];

/** Returns what has a key. Throws without it: the script is wrong then. */
function known<Key, Value>(from: ReadonlyMap<Key, Value>, key: Key): Value {
	const found = from.get(key);
	if (found === undefined) throw new Error(`Nothing is known of ${key}.`);
	return found;
}

/** The one value that a query finds, as text. */
async function find(sql: string, ...values: string[]): Promise<string> {
	const row = await env.DB.prepare(sql)
		.bind(...values)
		.first<Record<string, unknown>>();
	const [found] = Object.values(row ?? {});
	if (found === undefined) throw new Error(`Nothing is found by ${sql} of ${values}.`);
	return String(found);
}

/** Runs scheduled jobs. */
const run = (...jobs: JobName[]) =>
	deliver(
		"cogsmith-jobs",
		jobs.map((job) => ({ job })),
	);

/** A request of a visitor from a network of their own. */
const ofVisitor = () => new Request(origin, { headers: { "CF-Connecting-IP": newIpAddress() } });

/** Calls the API as the buyer of an order. */
async function asBuyer({ account, cookie }: Placed, method: string, path: string, body?: object) {
	if (account) return call(account, method, path, body);
	const answer = await callAsGuest(method, path, { cookie, body });
	if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
	return answer.body;
}

const buyerOf = async ({ account, cookie }: Placed): Promise<Buyer> => ({
	user: account ? await callerOf(account) : undefined,
	guestTokenHashes: await guestTokenHashes(new Headers({ Cookie: cookie })),
});

/** The ids of the lines of an order, all or of some tools. */
const linesOf = ({ order }: Placed, tools?: readonly string[]): string[] =>
	order.lines
		.filter(({ productCode }) => !tools || tools.some((slug) => idOf(slug) === productCode))
		.map(({ _id }) => _id);

/** The return of an order. */
async function returnOf(number: number): Promise<ReturnFound> {
	const { order } = known(orders, number);
	const found = await findReturn(
		await find("select id from returns where order_id = ?", order._id),
	);
	if (!found) throw new Error(`Nothing of order ${number} is sent back.`);
	return found;
}

/** Places an order at the prices of now. */
async function place(event: Happenings["order"]): Promise<void> {
	const { name, email, phone, ...address } = known(people, event.by);
	const lines = [];
	for (const [slug, quantity] of Object.entries(event.tools)) {
		const cents = await find("select price_cents from tools where id = ?", idOf(slug));
		lines.push({ toolId: idOf(slug), quantity, price: Number(cents) / 100 });
	}
	const { note, partner, code } = event;
	const body = {
		lines,
		name,
		phone,
		...address,
		...(note && { note }),
		...(partner && { partner }),
		...(code && { code }),
	};
	const placed: Placed = {
		order: {} as Order,
		cookie: "",
		account: event.guest ? "" : accountOf(event.by),
		intent: "",
	};
	if (event.phone) {
		const path = "/order/phone";
		({ order: placed.order } = await call(accountOf(event.phone), "POST", path, {
			...body,
			email,
			sendsLink: true,
		}));
	} else if (event.guest) {
		const answer = await callAsGuest("POST", "/checkout", { body: { ...body, email } });
		if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
		placed.order = answer.body.order;
		placed.cookie = cookieOf(answer);
	} else {
		({ order: placed.order } = await call(placed.account, "POST", "/checkout", body));
	}
	if (placed.order.number !== event.order)
		throw new Error(`Order ${event.order} became ${placed.order.number}.`);
	orders.set(event.order, placed);
}

/** A guest opens the link in the e-mail about an order that was taken by phone. */
async function openLink(placed: Placed): Promise<void> {
	const link = mails
		.map(({ text }) => /https?:\/\/\S+\?token=\S+/.exec(text)?.[0])
		.findLast(Boolean);
	const opened = await openGuestLink(new Request(link ?? origin), placed.order._id);
	placed.cookie = opened?.headers.get("Set-Cookie")?.split(";")[0] ?? "";
}

async function pay(number: number): Promise<void> {
	const placed = known(orders, number);
	if (!placed.account && !placed.cookie) await openLink(placed);
	const { order } = placed;
	const { clientSecret } = await asBuyer(placed, "POST", "/create-payment-intent", {
		orderId: order._id,
		totalPrice: order.totalPrice,
	});
	const payment = paymentOf(clientSecret);
	await payByCard(payment);
	placed.intent = payment.id;
	const path = `/order/${order.lines[0]?._id}`;
	await asBuyer(placed, "PATCH", path, { transactionId: payment.id });
}

/** Says of a review what staff do with it. */
const moderate = (review: string, change: object) =>
	call(manager, "PATCH", `/rating/${known(reviews, review)}`, change);

/** What somebody does in the shop, for each kind of event. */
const acts: { [Name in Kind]: (event: Happenings[Name], now: number) => unknown } = {
	// The tools have come with it.
	opening: () => undefined,
	join: ({ join }) => {
		const { name, email, phone, ...address } = known(people, join);
		const line = addressInOneLine({ line2: "", region: "", ...address });
		return signUp({ id: accountOf(join), name, email, phone, address: line });
	},
	order: place,
	pay: (event) => pay(event.pay),
	expire: () => run("reconcile"),
	remove: async (event) => {
		const placed = known(orders, event.remove);
		await cancelUnpaid(await buyerOf(placed), placed.order._id);
	},
	pack: async (event) => {
		for (const id of linesOf(known(orders, event.pack), event.tools))
			await call(packer, "PUT", `/order/${id}/packed`, { packed: true });
	},
	ship: async ({ ship, tools, carrier, tracking }) => {
		const placed = known(orders, ship);
		const of = tools ? { lineIds: linesOf(placed, tools) } : { orderId: placed.order._id };
		const parcel = { ...of, carrier, trackingNumber: tracking };
		const { parcels } = await call(packer, "POST", "/shipments", { parcels: [parcel] });
		if (!parcels[0]?.shipment) throw new Error(JSON.stringify(parcels));
	},
	dispute: async (event) => {
		await controlStripe("/_disputes", {
			payment_intent: known(orders, event.dispute).intent,
			reason: "product_not_received",
		});
		await run("reconcile");
	},
	cancel: (event) => {
		const placed = known(orders, event.cancel);
		return asBuyer(placed, "POST", `/order/${placed.order._id}/cancel`);
	},
	refund: async ({ refund, cents, reason, note, tools, restock, fails }) => {
		const placed = known(orders, refund);
		await call(manager, "POST", `/order/${placed.order._id}/refund`, {
			amount: cents / 100,
			reason,
			note,
			...(tools && { lines: linesOf(placed, tools) }),
			...(restock && { restock }),
		});
		if (fails) await failAtBank(placed.intent);
	},
	return: async ({ return: number, tools, reason, note }) => {
		const placed = known(orders, number);
		const lines = Object.entries(tools).map(([slug, quantity]) => ({
			lineId: linesOf(placed, [slug])[0] ?? "",
			quantity,
		}));
		const asked = { kind: "return", reason, note, name: "", lines } as const;
		await askReturn(await buyerOf(placed), placed.order._id, asked);
	},
	withdraw: async ({ withdraw, name }) => {
		const { _id, number } = known(orders, withdraw).order;
		const email = await find("select email from orders where id = ?", _id);
		await withdrawByNumber(ofVisitor(), { number, email, name, note: "" });
	},
	approve: async (event) =>
		approveReturn(await callerOf(manager), await returnOf(event.approve), {
			answer: returnAddress(),
			labelUrl: "",
			lines: [],
		}),
	reject: async (event) =>
		rejectReturn(await callerOf(manager), await returnOf(event.reject), event.answer),
	receive: async ({ receive, condition, restock }) => {
		const found = await returnOf(receive);
		const lines = found.lines.map(({ lineId, quantity }) => ({
			lineId,
			received: quantity,
			condition,
			restocked: restock ? quantity : 0,
		}));
		await receiveReturn(await callerOf(manager), found, lines);
	},
	repay: async (event) =>
		refundReturn(await callerOf(manager), await returnOf(event.repay), {
			outcome: "refund",
			shipping: false,
		}),
	review: async ({ review, by, stars, picture: image, text }) => {
		const account = accountOf(by);
		const { insertedId } = await call(account, "POST", "/rating", {
			name: stars,
			image: await picture(image, account),
			description: text,
			...(review && { productCode: idOf(review) }),
		});
		reviews.set(`${by} ${review || "shop"}`, insertedId);
	},
	seen: (event) => moderate(event.seen, { seen: true }),
	answer: ({ answer, text }) => moderate(answer, { answer: text }),
	report: ({ report, reason }) => reportReview(known(reviews, report), reason, ofVisitor()),
	ask: async ({ ask, by, text }) => {
		await askQuestion(await callerOf(accountOf(by)), idOf(ask), text);
		const id = await find("select id from questions order by rowid desc limit 1");
		questions.set(`${by} ${ask}`, id);
	},
	reply: async ({ reply, text }) =>
		answerQuestion(await callerOf(manager), known(questions, reply), text),
	wait: ({ wait, by }) => call(accountOf(by), "PUT", `/service/${idOf(wait)}/alert`),
	stock: async ({ stock, add }) => {
		const path = `/service/${idOf(stock)}`;
		const { quantity } = await call(manager, "GET", path);
		await call(manager, "PATCH", path, { quantity: quantity + add });
	},
	about: ({ about, text }) =>
		call("demo-admin", "POST", `/customer/${accountOf(about)}/note`, { text }),
	note: async ({ note, by, text }) =>
		addOrderNote(await callerOf(accountOf(by)), known(orders, note).order._id, text),
	offer: async ({ offer: label, terms, code, uses = 1 }) => {
		const codes = code && { code, maxUses: uses, count: 0, prefix: "", oncePerCustomer: true };
		const asked = { label, terms, startsAt: new Date(), endsAt: noEnd, codes: codes || undefined };
		await saveOffer(await callerOf(manager), asked, undefined);
	},
	sale: async ({ sale: name, starts, ends, prices }, now) =>
		planSale(await callerOf(manager), {
			name,
			firstDay: dayOf(now + starts),
			lastDay: dayOf(now + ends) - 1,
			percent: undefined,
			tools: Object.entries(prices).map(([slug, priceCents]) => ({ id: idOf(slug), priceCents })),
		}),
};

/** Reads the script: who there is, of which the play knows from then on, then what happens. */
export function readScript(): Event[] {
	const events: Event[] = [];
	const file = new URL("../../local/demo/history/days.jsonl", import.meta.url);
	for (const line of readFileSync(file, "utf8").trim().split("\n")) {
		const { person, ...read } = JSON.parse(line);
		if (person === undefined) events.push(read);
		else people.set(person, read);
	}
	return events;
}

/** Plays events of a script that ends at `now`. `sent` has what the shop e-mails. */
export async function play(
	events: readonly Event[],
	now: number,
	sent: readonly SentMail[],
): Promise<void> {
	mails = sent;
	let day = dayOf(now + (events[0]?.at ?? 0));
	for (const { at, ...event } of events) {
		// What the shop does by itself, each night.
		for (; day < dayOf(now + at); day += 1) {
			setMoment(startOfDay(day + 1), `night ${day}`);
			await run("runSales", "dispatchOutbox", "sweepOutbox");
			await backgroundWorkEnds();
		}
		const name = JSON.stringify(event).slice(0, 60);
		setMoment(now + at, name);
		const [kind] = Object.keys(event) as Kind[];
		if (!kind) continue;
		const act = acts[kind] as (event: unknown, now: number) => unknown;
		try {
			await act(event, now);
		} catch (error) {
			throw new Error(`${at} ${name}: ${error instanceof Error ? error.message : error}`, {
				cause: error,
			});
		}
		await backgroundWorkEnds();
	}
}

/** Ends a play: what is due by then is done. */
export async function endPlay(now: number): Promise<void> {
	setMoment(now, "end");
	await run("reconcile", "dispatchOutbox", "sweepOutbox", "sweepImports");
	await backgroundWorkEnds();
}
