/**
 * Labels by EasyPost (EasyPost docs: Shipment, Buy a Shipment, Shipping Refund), behind the interface that another
 * service would have. A parcel is bought at most once there: a second purchase of the same parcel is an error.
 */
import * as v from "valibot";
import { ShopError } from "../../errors.ts";
import { setting } from "../settings/settings.ts";
import { logError } from "./log.ts";

/** An address as labels need it. */
export interface LabelAddress {
	name: string;
	company?: string;
	line1: string;
	line2?: string;
	city: string;
	region: string;
	postalCode: string;
	country: string;
	phone: string;
	email?: string;
}

/** What a carrier takes for a parcel. */
export interface LabelRate {
	id: string;
	carrier: string;
	service: string;
	cents: number;
	currency: string;
	days: number | null;
}

/** A parcel at the service. */
export interface LabelParcel {
	id: string;
	rates: LabelRate[];
	/** What was bought; undefined before. */
	label?: { url: string; trackingNumber: string; rate: LabelRate | undefined };
}

/** A service that sells labels of carriers. */
export interface LabelService {
	/** Creates a parcel, which costs nothing. `reference` finds it again. */
	create: (
		reference: string,
		parcel: { from: LabelAddress; to: LabelAddress; grams: number },
	) => Promise<LabelParcel>;
	/** Finds a parcel by its id or reference; undefined if there is none. */
	find: (id: string) => Promise<LabelParcel | undefined>;
	/** Buys it at a rate. */
	buy: (id: string, rateId: string) => Promise<LabelParcel>;
	/** Asks for the money back. Returns whether the carrier accepts that. */
	refund: (id: string) => Promise<boolean>;
}

const timeoutMs = 20_000;

/** Ounces, EasyPost's unit of weight, have this many grams. */
const gramsPerOunce = 28.349523125;

const rateSchema = v.object({
	id: v.string(),
	carrier: v.string(),
	service: v.string(),
	/** A decimal number as text. */
	rate: v.string(),
	currency: v.string(),
	delivery_days: v.optional(v.nullable(v.number())),
});

const parcelSchema = v.object({
	id: v.string(),
	tracking_code: v.optional(v.nullable(v.string())),
	rates: v.optional(v.array(rateSchema), []),
	selected_rate: v.optional(v.nullable(rateSchema)),
	postage_label: v.optional(v.nullable(v.object({ label_url: v.string() }))),
	refund_status: v.optional(v.nullable(v.string())),
});

/** Calls EasyPost. Throws ShopError `label_refused` with its words, or `labels_unavailable`. */
async function send(method: "GET" | "POST", path: string, body?: object) {
	let response: Response;
	try {
		response = await fetch(`${setting("EASYPOST_API_URL")}${path}`, {
			method,
			headers: {
				Authorization: `Basic ${btoa(`${setting("EASYPOST_API_KEY")}:`)}`,
				"Content-Type": "application/json",
			},
			...(body && { body: JSON.stringify(body) }),
			signal: AbortSignal.timeout(timeoutMs),
		});
	} catch (error) {
		throw new ShopError("labels_unavailable", { cause: error });
	}
	if (response.status === 404) return undefined;
	const answer: unknown = await response.json().catch(() => undefined);
	if (response.ok) return v.parse(parcelSchema, answer);
	const refused = v.safeParse(v.object({ error: v.object({ message: v.string() }) }), answer);
	const isOurs = response.status >= 400 && response.status < 500 && response.status !== 429;
	logError("easypost", undefined, { status: response.status, path: path.replace(/\/shp_.*/, "") });
	if (isOurs && refused.success)
		throw new ShopError("label_refused", { message: refused.output.error.message.slice(0, 300) });
	throw new ShopError("labels_unavailable");
}

const toRate = ({
	id,
	carrier,
	service,
	rate,
	currency,
	delivery_days,
}: v.InferOutput<typeof rateSchema>) => ({
	id,
	carrier,
	service,
	currency,
	cents: Math.round(Number(rate) * 100),
	days: delivery_days ?? null,
});

function toParcel(found: v.InferOutput<typeof parcelSchema>): LabelParcel {
	const { id, rates, postage_label, tracking_code, selected_rate } = found;
	return {
		id,
		rates: rates.map(toRate),
		...(postage_label && {
			label: {
				url: postage_label.label_url,
				trackingNumber: tracking_code ?? "",
				rate: selected_rate ? toRate(selected_rate) : undefined,
			},
		}),
	};
}

const toAddress = (address: LabelAddress) => ({
	name: address.name,
	company: address.company,
	street1: address.line1,
	street2: address.line2,
	city: address.city,
	state: address.region,
	zip: address.postalCode,
	country: address.country,
	phone: address.phone,
	email: address.email,
});

async function sendForParcel(method: "GET" | "POST", path: string, body?: object) {
	const found = await send(method, path, body);
	if (!found) throw new ShopError("labels_unavailable");
	return found;
}

const easyPost: LabelService = {
	create: async (reference, { from, to, grams }) =>
		toParcel(
			await sendForParcel("POST", "/shipments", {
				shipment: {
					reference,
					from_address: toAddress(from),
					to_address: toAddress(to),
					parcel: { weight: Math.round((grams / gramsPerOunce) * 10) / 10 },
					options: { label_format: "PDF" },
				},
			}),
		),
	find: async (id) => {
		const found = await send("GET", `/shipments/${encodeURIComponent(id)}`);
		return found && toParcel(found);
	},
	buy: async (id, rateId) =>
		toParcel(
			await sendForParcel("POST", `/shipments/${encodeURIComponent(id)}/buy`, {
				rate: { id: rateId },
			}),
		),
	refund: async (id) => {
		const { refund_status } = await sendForParcel(
			"POST",
			`/shipments/${encodeURIComponent(id)}/refund`,
		);
		return refund_status === "submitted" || refund_status === "refunded";
	},
};

/** Returns the service of labels; undefined if the shop has none. */
export const labelService = (): LabelService | undefined =>
	setting("EASYPOST_API_KEY") ? easyPost : undefined;
