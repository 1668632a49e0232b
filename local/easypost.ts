/**
 * A small stand-in for EasyPost's API: parcels with two prices, which are bought once and refunded once. Keeps them in memory.
 */
import * as v from "valibot";

/** A text that a label can print. */
const latin = v.nullish(v.pipe(v.string(), v.regex(/^[ -~]*$/, "Latin letters alone")));
const printed = {
	name: latin,
	company: latin,
	street1: latin,
	street2: latin,
	city: latin,
	state: latin,
	zip: latin,
};

const created = v.object({
	shipment: v.object({
		reference: v.string(),
		to_address: v.object({ country: v.string(), ...printed }),
		from_address: v.object(printed),
		parcel: v.object({ weight: v.number() }),
	}),
});
const bought = v.object({ rate: v.object({ id: v.string() }) });

interface Parcel {
	id: string;
	reference: string;
	rates: { id: string; carrier: string; service: string; rate: string; currency: string }[];
	selected_rate?: Parcel["rates"][number];
	tracking_code?: string;
	postage_label?: { label_url: string };
	refund_status?: string;
}

const refuse = (status: number, message: string) =>
	Response.json({ error: { code: "REFUSED", message } }, { status });

/** Returns a function that answers requests as EasyPost does. An address in AQ has no carrier. */
export function easyPostStandIn() {
	const parcels: Parcel[] = [];
	let purchases = 0;
	let sentTo: v.InferOutput<typeof created>["shipment"]["to_address"] | undefined;
	/** `path` begins behind the version, such as `/shipments/shp_1/buy`. */
	const answer = (method: string, path: string, body: string): Response => {
		const [, , id = "", action] = path.split("/");
		if (method === "POST" && id === "") return create(body);
		const parcel = parcels.find((one) => one.id === id || one.reference === id);
		if (!parcel) return refuse(404, "The requested resource could not be found.");
		if (action === "buy") {
			if (parcel.postage_label) return refuse(422, "Postage already exists for this shipment.");
			const rate = parcel.rates.find((one) => one.id === v.parse(bought, JSON.parse(body)).rate.id);
			if (!rate) return refuse(422, "There is no such rate.");
			purchases += 1;
			parcel.selected_rate = rate;
			parcel.tracking_code = `EZ${1000 + purchases}`;
			parcel.postage_label = { label_url: `https://labels.example/${parcel.id}.pdf` };
		}
		if (action === "refund") {
			if (!parcel.postage_label) return refuse(422, "There is nothing to refund.");
			parcel.refund_status = "submitted";
		}
		return Response.json(parcel);
	};
	function create(body: string): Response {
		const { reference, parcel, to_address } = v.parse(created, JSON.parse(body)).shipment;
		const id = `shp_${parcels.length + 1}`;
		const dollars = (each: number) => (3 + parcel.weight * each).toFixed(2);
		const rates = [
			{ id: `${id}_fast`, carrier: "UPS", service: "NextDay", rate: dollars(0.5), currency: "USD" },
			{ id: `${id}_slow`, carrier: "USPS", service: "Ground", rate: dollars(0.1), currency: "USD" },
		];
		const made = { id, reference, rates: to_address.country === "AQ" ? [] : rates };
		parcels.push(made);
		sentTo = to_address;
		return Response.json(made, { status: 201 });
	}
	return { answer, purchases: () => purchases, sentTo: () => sentTo };
}
