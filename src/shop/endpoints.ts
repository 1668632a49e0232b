/** All endpoints of the API, for /api/openapi.json and /api/docs. */
import type { AnyEndpoint } from "../http/endpoint.ts";
import * as health from "../http/health.api.ts";
import * as audit from "./audit/audit.api.ts";
import { auditEntrySchema } from "./audit/audit.ts";
import * as cartOffers from "./carts/cart-offers.api.ts";
import * as carts from "./carts/carts.api.ts";
import { cartItemSchema } from "./carts/carts.ts";
import * as categories from "./catalogue/categories.api.ts";
import { categorySchema } from "./catalogue/categories.ts";
import * as shipping from "./costs/shipping.api.ts";
import * as customers from "./customers/customers.api.ts";
import * as find from "./find/find.api.ts";
import * as images from "./images/images.api.ts";
import * as imports from "./imports/imports.api.ts";
import { importSchema } from "./imports/imports.ts";
import * as lines from "./orders/lines.api.ts";
import { lineSchema } from "./orders/lines.ts";
import * as orderChanges from "./orders/order-changes.api.ts";
import * as orders from "./orders/orders.api.ts";
import { orderSchema } from "./orders/orders.ts";
import * as payments from "./payments/payments.api.ts";
import * as refunds from "./refunds/refunds.api.ts";
import * as moderation from "./reviews/moderation.api.ts";
import * as reviews from "./reviews/reviews.api.ts";
import { reviewSchema } from "./reviews/reviews.ts";
import * as settings from "./settings/settings.api.ts";
import * as labels from "./shipments/labels.api.ts";
import * as shipments from "./shipments/shipments.api.ts";
import { shipmentSchema } from "./shipments/shipments.ts";
import * as stockAlerts from "./stock-alerts/stock-alerts.api.ts";
import * as families from "./tools/families.api.ts";
import * as managedTools from "./tools/managed-tools.api.ts";
import { managedToolSchema } from "./tools/tool-fields.ts";
import * as tools from "./tools/tools.api.ts";
import { toolSchema } from "./tools/tools.ts";
import * as users from "./users/users.api.ts";
import { profileSchema } from "./users/users.ts";

const modules = {
	tools,
	families,
	managedTools,
	imports,
	categories,
	stockAlerts,
	reviews: { ...reviews, ...moderation },
	carts: { ...carts, ...cartOffers },
	lines,
	orders: { ...orders, ...orderChanges, ...shipping },
	payments,
	refunds,
	shipments: { ...shipments, ...labels },
	settings,
	users,
	customers,
	images,
	find,
	audit,
	health,
} satisfies Record<string, Record<string, unknown>>;

/** What the calls of each entity are for. */
export const entityNotes: Readonly<Record<keyof typeof modules, string>> = {
	tools: "What the shop sells, as customers see it.",
	families: "Tools that differ in size, color or another option, and share a page.",
	managedTools: "Tools with all that staff maintain, drafts and archived ones included.",
	imports: "Files of tools: uploaded, previewed line by line, and made part of the shop.",
	categories: "The categories of the catalogue.",
	stockAlerts: "E-mails to customers when a tool is in stock again.",
	reviews: "Reviews of customers, and what staff answer or hide.",
	carts: "What a cart has and costs now. The cart itself is in the browser.",
	lines: "Lines of orders, which the specification calls orders: one tool each.",
	orders: "Whole orders: placing them, and changing them before they ship.",
	payments: "Payments by card, with Stripe.",
	refunds: "Money that goes back to customers.",
	shipments: "Parcels, their labels and tracking numbers.",
	settings: "Shipping, tax and other settings of the shop.",
	users: "Accounts, their profiles and roles.",
	customers: "What staff see of customers and do for them.",
	images: "Uploaded pictures.",
	find: "The search of staff, over everything.",
	audit: "The history of what was changed, and by whom.",
	health: "Whether the shop works, for monitors.",
};

/** The order of the methods of a path. */
const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"];

export interface NamedEndpoint {
	/** The name of its export without "Endpoint", such as listTools. */
	name: string;
	/** Its entity, such as tools. */
	entity: string;
	endpoint: AnyEndpoint;
}

/** All endpoints, by entity, path and method. */
export const endpoints: readonly NamedEndpoint[] = Object.entries(modules).flatMap(
	([entity, exported]) =>
		Object.entries(exported)
			.filter((entry): entry is [string, AnyEndpoint] => isEndpoint(entry[1]))
			.map(([name, endpoint]) => ({ name: name.replace(/Endpoint$/, ""), entity, endpoint }))
			.sort(byPathAndMethod),
);

/** Schemas that several endpoints share, by their name in the OpenAPI document. */
export const sharedSchemas = {
	Tool: toolSchema,
	ManagedTool: managedToolSchema,
	Import: importSchema,
	Category: categorySchema,
	Review: reviewSchema,
	CartItem: cartItemSchema,
	OrderLine: lineSchema,
	Order: orderSchema,
	Shipment: shipmentSchema,
	Profile: profileSchema,
	AuditEntry: auditEntrySchema,
};

function isEndpoint(value: unknown): value is AnyEndpoint {
	return typeof value === "object" && value !== null && "method" in value && "path" in value;
}

function byPathAndMethod({ endpoint: one }: NamedEndpoint, { endpoint: other }: NamedEndpoint) {
	return (
		one.path.localeCompare(other.path) ||
		methods.indexOf(one.method) - methods.indexOf(other.method)
	);
}
