/** The table of the labels that are bought from a carrier. */
import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { labelStates } from "../shop/shipments/label-states.ts";
import { isOneOf, timestampMs } from "./columns.ts";

/** A label: the row is there before the carrier's service is asked, and its id is the reference there. */
export const labels = sqliteTable(
	"labels",
	{
		id: text("id").primaryKey(),
		orderId: text("order_id").notNull(),
		state: text("state", { enum: labelStates }).notNull(),
		/** The lines that the parcel has. */
		lineIds: text("line_ids", { mode: "json" }).$type<string[]>().notNull(),
		grams: integer("grams").notNull(),
		/** The service's id of the parcel; null until it has answered. */
		providerId: text("provider_id"),
		/** The price that was chosen, by its id at the service. */
		rateId: text("rate_id"),
		carrier: text("carrier").notNull().default(""),
		service: text("service").notNull().default(""),
		/** What it costs, in minor units of `currency`. */
		cents: integer("cents"),
		currency: text("currency"),
		trackingNumber: text("tracking_number").notNull().default(""),
		/** The PDF. */
		url: text("url"),
		/** The parcel that was shipped with it. */
		shipmentId: text("shipment_id"),
		createdAt: timestampMs("created_at").notNull(),
	},
	(table) => [
		check("labels_state", isOneOf(table.state, labelStates)),
		check("labels_lines", sql`json_valid(${table.lineIds})`),
		check("labels_grams", sql`${table.grams} > 0`),
		check(
			"labels_bought",
			sql`${table.state} not in ('bought', 'voided') or (${table.url} is not null and ${table.providerId} is not null)`,
		),
		index("labels_by_order").on(table.orderId, table.createdAt),
		uniqueIndex("labels_by_shipment").on(table.shipmentId),
	],
);
