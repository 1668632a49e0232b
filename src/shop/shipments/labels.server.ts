/** Buys labels of carriers. The row is written before the service is asked, and names the parcel there. */
import { and, eq, inArray, isNull, or, sql } from "drizzle-orm";
import type { Caller } from "../../access/caller.ts";
import { seller } from "../../config/config.ts";
import { labels } from "../../db/label-tables.ts";
import {
	isShippableLine,
	linePiecesToShip,
	orderLines,
	orders,
	shipments,
} from "../../db/order-tables.ts";
import { tools } from "../../db/tool-tables.ts";
import { ShopError } from "../../errors.ts";
import * as texts from "../../messages/shipping.ts";
import { batch, database, inList, newId } from "../../platform/database/database.ts";
import {
	type LabelAddress,
	type LabelParcel,
	type LabelService,
	labelService,
} from "../../platform/services/easypost.ts";
import { inAscii } from "../../values/ascii-text.ts";
import { regionCode } from "../addresses/address.ts";
import { ofLine, orderColumns } from "../orders/lines.server.ts";
import { shopSettings } from "../settings/settings.server.ts";
import type { Label, LabelRequest, RatedLabel } from "./labels.ts";
import { shipParcels } from "./ship-parcels.server.ts";

type LabelRow = typeof labels.$inferSelect;

/** Throws ShopError `not_found` without one. */
function service(): LabelService {
	const found = labelService();
	if (!found) throw new ShopError("not_found");
	return found;
}

/**
 * Asks what a label for lines of one order costs, which have to be shippable. Throws ShopError `not_found`,
 * `not_shippable`, `invalid` (no sender's address, no weight, an address in other letters), `label_refused` or
 * `labels_unavailable`.
 */
export async function rateLabel({ lineIds, grams }: LabelRequest): Promise<RatedLabel> {
	const provider = service();
	const { rows } = await batch({
		rows: database()
			.select({
				orderId: orderLines.orderId,
				quantity: linePiecesToShip.as("to_ship"),
				canShip: sql`${isShippableLine}`.mapWith(Boolean),
				weight: tools.weightGrams,
				order: orderColumns(
					...(["name", "company", "line1", "line2", "city", "region", "postalCode"] as const),
					...(["country", "phone", "email"] as const),
				),
			})
			.from(orderLines)
			.innerJoin(orders, ofLine)
			.innerJoin(tools, eq(tools.id, orderLines.toolId))
			.where(inList(orderLines.id, lineIds)),
	});
	const [first] = rows;
	if (!first || rows.length < new Set(lineIds).size) throw new ShopError("not_found");
	if (rows.some((row) => !row.canShip || row.orderId !== first.orderId) || !first.order.country)
		throw new ShopError("not_shippable");
	const { sender, defaultGrams = 0 } = (await shopSettings()).shipping;
	if (!sender) throw new ShopError("invalid", { message: texts.senderMissing });
	const weighs = rows.reduce((sum, row) => sum + row.quantity * (row.weight ?? defaultGrams), 0);
	const parcel = grams ?? weighs;
	if (parcel <= 0) throw new ShopError("invalid", { fields: { grams: texts.weightMissing } });
	const { region = "", postalCode = "", phone = seller.phone ?? "", ...place } = sender;
	const sent = { name: seller.name, ...place, postalCode, phone };
	const from = inLatinLetters(
		{ ...sent, region: regionCode(sender.country, region) },
		texts.lettersOfLabel.ofSender,
	);
	const to = inLatinLetters(first.order, texts.lettersOfLabel.ofOrder);
	const id = newId();
	const db = database();
	await db.insert(labels).values({
		id,
		orderId: first.orderId,
		state: "rated",
		lineIds: [...lineIds],
		grams: parcel,
		createdAt: new Date(),
	});
	const created = await provider.create(id, { from, to, grams: parcel });
	await db.update(labels).set({ providerId: created.id }).where(eq(labels.id, id));
	return {
		_id: id,
		grams: parcel,
		rates: created.rates
			.toSorted((one, other) => one.cents - other.cents)
			.map(({ id: rate, cents, ...rest }) => ({ _id: rate, price: cents / 100, ...rest })),
	};
}

/**
 * Returns an address as carriers print it: Latin letters without accents. UPS takes no others (Pirate Ship: Can I use
 * characters other than standard Latin characters on my labels?), nor does the international post (USPS International
 * E-mail Manual 122.1; UPU Letter Post Regulations): they print question marks, or send the parcel back. Throws ShopError
 * `invalid` with the text that has letters of another script, which nobody but its writer can transcribe.
 */
function inLatinLetters(address: LabelAddress, problem: (text: string) => string): LabelAddress {
	const written = (text = "") => {
		// What is no letter and no digit, such as a heart, is not needed to deliver.
		const latin = inAscii(text)
			.replaceAll(/[^\p{L}\p{N} -~]+/gu, " ")
			.replaceAll(/ +/g, " ")
			.trim();
		if (/[^ -~]/.test(latin)) throw new ShopError("invalid", { message: problem(text) });
		return latin;
	};
	const { name, company, line1, line2, city, region, postalCode } = address;
	return {
		...address,
		name: written(name),
		line1: written(line1),
		line2: written(line2),
		city: written(city),
		company: written(company),
		region: written(region),
		postalCode: written(postalCode),
	};
}

/**
 * Buys a label at a rate, once: whoever was interrupted asks again, and gets what was bought. Then ships its lines.
 * Throws ShopError `not_found`, `label_refused` or `labels_unavailable`.
 */
export async function buyLabel(caller: Caller, id: string, rateId: string): Promise<Label> {
	const provider = service();
	const [claimed] = await database()
		.update(labels)
		.set({ state: "buying", rateId })
		.where(
			and(
				eq(labels.id, id),
				inArray(labels.state, ["rated", "buying", "failed"]),
				or(isNull(labels.rateId), eq(labels.rateId, rateId), eq(labels.state, "failed")),
			),
		)
		.returning();
	const row = claimed ?? (await findLabel(id));
	if (!row) throw new ShopError("not_found");
	if (claimed) await finishPurchase(claimed, await purchase(provider, claimed, rateId));
	else if (row.state !== "bought" || row.rateId !== rateId) throw new ShopError("not_found");
	return shipWithLabel(caller, id);
}

const findLabel = async (id: string): Promise<LabelRow | undefined> =>
	(await database().select().from(labels).where(eq(labels.id, id)))[0];

/** The parcel with its label: bought before, or now. */
async function purchase(
	provider: LabelService,
	row: LabelRow,
	rateId: string,
): Promise<LabelParcel> {
	const found = await provider.find(row.providerId ?? row.id);
	if (!found) throw new ShopError("not_found");
	if (found.label) return found;
	try {
		return await provider.buy(found.id, rateId);
	} catch (error) {
		// Another call may have bought it at the same time.
		const again = await provider.find(found.id);
		if (again?.label) return again;
		if (error instanceof ShopError && error.code === "label_refused") {
			await database()
				.update(labels)
				.set({ state: "failed" })
				.where(and(eq(labels.id, row.id), eq(labels.state, "buying")));
		}
		throw error;
	}
}

async function finishPurchase({ id }: LabelRow, { id: providerId, label, rates }: LabelParcel) {
	if (!label) throw new ShopError("labels_unavailable");
	const { url, trackingNumber, rate = rates[0] } = label;
	await database()
		.update(labels)
		.set({
			state: "bought",
			providerId,
			url,
			trackingNumber,
			...(rate && { carrier: rate.carrier, service: rate.service }),
			...(rate && { cents: rate.cents, currency: rate.currency }),
		})
		.where(and(eq(labels.id, id), eq(labels.state, "buying")));
}

/** Ships the lines of a label that was bought, unless that was done, and returns it. */
async function shipWithLabel(caller: Caller, id: string): Promise<Label> {
	const row = await findLabel(id);
	if (!row) throw new ShopError("not_found");
	const { lineIds, carrier, trackingNumber, shipmentId } = row;
	if (row.state !== "bought" || shipmentId) return toLabel(row);
	const [reply] = await shipParcels(caller, [{ lineIds, carrier, trackingNumber }]);
	// Interrupted before it was written down, the shipment has the number.
	const shipped =
		(reply && "shipment" in reply ? reply.shipment._id : undefined) ??
		(
			await database()
				.select({ id: shipments.id })
				.from(shipments)
				.where(
					and(
						sql`lower(${shipments.trackingNumber}) = ${trackingNumber.toLowerCase()}`,
						eq(shipments.orderId, row.orderId),
					),
				)
		)[0]?.id;
	if (!shipped) return toLabel(row);
	await database().update(labels).set({ shipmentId: shipped }).where(eq(labels.id, id));
	return toLabel({ ...row, shipmentId: shipped });
}

/**
 * Asks the carrier to take back a label. The shipment stays, with its number: undo or correct it. Throws ShopError
 * `not_found`, `label_refused` or `labels_unavailable`.
 */
export async function voidLabel(id: string): Promise<Label> {
	const provider = service();
	const row = await findLabel(id);
	if (!row?.providerId || (row.state !== "bought" && row.state !== "voided"))
		throw new ShopError("not_found");
	if (row.state === "voided") return toLabel(row);
	if (!(await provider.refund(row.providerId)))
		throw new ShopError("label_refused", { message: texts.labelNotRefunded });
	await database().update(labels).set({ state: "voided" }).where(eq(labels.id, id));
	return toLabel({ ...row, state: "voided" });
}

/** The labels of these shipments. */
export async function labelsOf(shipmentIds: readonly string[]): Promise<Label[]> {
	if (shipmentIds.length === 0 || !labelService()) return [];
	const rows = await database().select().from(labels).where(inList(labels.shipmentId, shipmentIds));
	return rows.map(toLabel);
}

function toLabel({
	id,
	state,
	carrier,
	service,
	trackingNumber,
	url,
	shipmentId,
}: LabelRow): Label {
	return {
		_id: id,
		state,
		carrier,
		service,
		trackingNumber,
		...(url && { url }),
		...(shipmentId && { shipmentId }),
	};
}
