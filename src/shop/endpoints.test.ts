import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, it } from "vitest";
import { currency } from "../config/config.ts";
import type { AnyEndpoint } from "../http/endpoint.ts";
import { describeEndpoint } from "../http/openapi/describe-endpoint.ts";
import { openApiDocument } from "../http/openapi/document.ts";
import { fieldNotes } from "../http/openapi/field-notes.ts";
import type { JsonSchema } from "../http/openapi/schemas.ts";
import { endpoints, entityNotes, sharedSchemas } from "./endpoints.ts";

const origin = "https://shop.test";
const calls = endpoints.map((endpoint) => describeEndpoint(endpoint, sharedSchemas, origin));
// biome-ignore lint/suspicious/noExplicitAny: parsed JSON, as a client gets it
const document: any = JSON.parse(
	JSON.stringify(
		openApiDocument(calls, sharedSchemas, {
			origin,
			version: "1.2.3",
			licence: "MIT",
			entityNotes,
		}),
	),
);

const operation = (method: string, path: string) => document.paths[path][method];
const bodyOf = (method: string, path: string) =>
	operation(method, path).requestBody.content["application/json"].schema;

/** All objects in a part of the document, itself too. */
function partsOf(part: JsonSchema): JsonSchema[] {
	const inner = Object.values(part).filter((one) => typeof one === "object" && one !== null);
	return [part, ...inner.flatMap((one) => partsOf(one))];
}

/** The calls of the specification (7. The calls it makes). */
const specified = new Set([
	"GET /service",
	"POST /service",
	"PUT /service",
	"PUT /service/{id}",
	"DELETE /service",
	"GET /rating",
	"POST /rating",
	"GET /purchase/{id}",
	"POST /order",
	"GET /order",
	"GET /order/{id}",
	"PUT /order",
	"PATCH /order/{id}",
	"DELETE /order",
	"PUT /user/{email}",
	"GET /user",
	"PUT /user/update/{email}",
	"PUT /user/admin/{email}",
	"PUT /user/removeAdmin/{email}",
	"GET /admin/{email}",
	"POST /create-payment-intent",
]);

const statusesOf = (method: string, path: string) =>
	Object.keys(operation(method, path).responses).map(Number);

const apiModules = import.meta.glob<Record<string, AnyEndpoint>>(
	["./**/*.api.ts", "../http/health.api.ts"],
	{ eager: true },
);

describe("the list of endpoints", () => {
	it("has every exported endpoint", () => {
		const exported = Object.values(apiModules).flatMap((module) =>
			Object.entries(module).filter(([name]) => name.endsWith("Endpoint")),
		);
		expect(new Set(endpoints.map(({ endpoint }) => endpoint))).toEqual(
			new Set(exported.map(([, endpoint]) => endpoint)),
		);
		expect(endpoints.length).toBeGreaterThan(20);
	});

	it("has no duplicate name and no duplicate method of a path", () => {
		const names = endpoints.map(({ name }) => name);
		expect(new Set(names).size).toBe(names.length);
		const routes = endpoints.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`);
		expect(new Set(routes).size).toBe(routes.length);
	});
});

describe("the OpenAPI document", () => {
	it("is valid OpenAPI 3.1", async () => {
		const validator = new Validator();
		const { valid, errors } = await validator.validate(structuredClone(document));
		expect(errors).toBeUndefined();
		expect(valid).toBe(true);
		expect(validator.version).toBe("3.1");
		expect(() => validator.resolveRefs()).not.toThrow();
	});

	it("names its licence, and says what each entity is", () => {
		expect(document.info.license).toEqual({ name: "MIT", identifier: "MIT" });
		for (const { name, description } of document.tags) expect(description, name).toMatch(/\.$/);
		expect(document.tags.map(({ name }: { name: string }) => name).sort()).toEqual(
			Object.keys(entityNotes).sort(),
		);
	});

	it("has one lower bound of a number", () => {
		const refund = bodyOf("post", "/order/{id}/refund").properties.amount;
		expect(refund).toMatchObject({ exclusiveMinimum: 0 });
		const bounds = partsOf(document).filter((part) => "exclusiveMinimum" in part);
		expect(bounds.length).toBeGreaterThan(0);
		for (const part of bounds) expect(part).not.toHaveProperty("minimum");
	});

	it("calls a tool's id productCode in the specification's calls, and toolId in all others", () => {
		const named = calls.map(({ method, path, parameters, body }) => ({
			call: `${method} ${path}`,
			names: [
				...parameters.map(({ name }) => name),
				...partsOf(body?.schema ?? {}).flatMap(({ properties }) => Object.keys(properties ?? {})),
			],
		}));
		expect(named.map(({ call }) => call)).toEqual(expect.arrayContaining([...specified]));
		for (const { call, names } of named)
			expect(names, call).not.toContain(specified.has(call) ? "toolId" : "productCode");
		const using = (name: string) =>
			named.filter(({ names }) => names.includes(name)).map(({ call }) => call);
		expect(using("productCode").sort()).toEqual(["POST /order", "POST /rating"]);
		expect(using("toolId")).toEqual(
			expect.arrayContaining(["POST /checkout", "POST /order/phone", "POST /order/{id}/line"]),
		);
		// The same by another name: what is called `tool` is a tool, and not its id.
		for (const part of partsOf(document))
			expect(part.properties?.tool, JSON.stringify(part)).not.toMatchObject({ type: "string" });
	});

	it("has every endpoint, with a unique operationId", () => {
		const operations = Object.entries<Record<string, { operationId: string }>>(
			document.paths,
		).flatMap(([path, methods]) =>
			Object.entries(methods).map(([method, { operationId }]) => ({ path, method, operationId })),
		);
		expect(operations).toHaveLength(endpoints.length);
		expect(operations.map(({ operationId }) => operationId).sort()).toEqual(
			endpoints.map(({ name }) => name).sort(),
		);
	});

	it("describes every parameter of a path", () => {
		for (const { endpoint } of endpoints) {
			const { parameters } = operation(endpoint.method.toLowerCase(), endpoint.path);
			const inPath = parameters.filter((parameter: { in: string }) => parameter.in === "path");
			expect(inPath.map(({ name }: { name: string }) => `{${name}}`)).toEqual(
				endpoint.path.match(/\{\w+\}/g) ?? [],
			);
		}
	});

	it("describes bodies in JSON Schema", () => {
		const { schema } = operation("post", "/service").requestBody.content["application/json"];
		expect(schema.required).toEqual([
			"name",
			"image",
			"description",
			"minOrderQuantity",
			"quantity",
			"price",
		]);
		expect(schema.properties.minOrderQuantity).toEqual({
			type: "integer",
			minimum: 1,
			maximum: 1_000_000,
		});
		expect(schema.properties.name).toEqual({ type: "string", minLength: 1, maxLength: 120 });
		expect(schema.properties.image.pattern).toBe("^\\/images\\/[0-9a-f]{32}$");
	});

	it("describes a limit as a number and an upload as a form", () => {
		const [limit] = operation("get", "/service").parameters;
		expect(limit).toMatchObject({
			name: "limit",
			in: "query",
			required: false,
			schema: { type: "integer", minimum: 1, maximum: 100, default: 100 },
		});
		const upload = operation("post", "/images").requestBody.content["multipart/form-data"];
		expect(upload.schema.required).toEqual(["image"]);
	});

	it("describes the Idempotency-Key header", () => {
		expect(operation("post", "/order").parameters).toMatchObject([
			{ name: "Idempotency-Key", in: "header", required: false },
		]);
	});

	it("refers to shared schemas by name", () => {
		const response = operation("get", "/service").responses[200];
		expect(response.content["application/json"].schema).toEqual({
			type: "array",
			items: { $ref: "#/components/schemas/Tool" },
		});
		expect(response.headers).toHaveProperty("Link");
		expect(document.components.schemas.OrderLine.required).not.toContain("transactionId");
		expect(document.components.schemas.OrderLine.properties.createdAt.format).toBe("date-time");
	});

	it("names the security scheme of each endpoint", () => {
		expect(operation("get", "/service").security).toEqual([]);
		expect(operation("post", "/order").security).toEqual([{ token: [] }]);
		expect(operation("put", "/user/{email}").security).toEqual([{ session: [] }]);
		expect(operation("post", "/stripe/webhook").security).toEqual([{ stripe: [] }]);
	});

	it("lists the possible error statuses of each endpoint", () => {
		expect(statusesOf("get", "/health")).toEqual([200, 400, 500, 503]);
		expect(statusesOf("post", "/service")).toEqual([
			201, 400, 401, 403, 408, 413, 415, 422, 429, 500, 503,
		]);
		expect(statusesOf("post", "/order")).toEqual([
			201, 400, 401, 404, 408, 409, 413, 415, 422, 429, 500, 503,
		]);
		expect(statusesOf("post", "/create-payment-intent")).toEqual(
			expect.arrayContaining([404, 409, 502, 503, 504]),
		);
	});

	it("has the rate limit, and when to try again, of every call but two", () => {
		const unlimited = calls.filter(({ method, path }) => {
			const { 429: tooOften } = operation(method.toLowerCase(), path).responses;
			return !tooOften?.headers["Retry-After"];
		});
		expect(unlimited.map(({ path }) => path).sort()).toEqual(["/health", "/stripe/webhook"]);
	});

	it("has the currency, for each amount of money too", () => {
		expect(document.info["x-currency"]).toBe(currency);
		const { Tool, OrderLine, Order, CartItem, ManagedTool } = document.components.schemas;
		for (const amount of [
			Tool.properties.price,
			OrderLine.properties.totalPrice,
			OrderLine.properties.shippingPrice,
			Order.properties.taxPrice,
			CartItem.properties.tool.properties.price,
			ManagedTool.properties.cost,
			bodyOf("post", "/service").properties.price,
			bodyOf("post", "/checkout").properties.lines.items.properties.price,
			bodyOf("post", "/order/{id}/refund").properties.amount,
		])
			expect(amount.description).toContain(`In ${currency}`);
	});

	it("says which fields of an order are required of whom, beside its lines", () => {
		const { required, properties } = bodyOf("post", "/checkout");
		expect(required).toEqual(["lines"]);
		for (const field of ["email", "name", "phone", "line1", "country"])
			expect(properties[field].description, field).toMatch(/^Required/);
		for (const field of ["phone", "address"])
			expect(bodyOf("post", "/order").properties[field].description, field).toMatch(/^Required/);
	});

	it("has notes only on fields that exist", () => {
		for (const [name, notes] of Object.entries(fieldNotes)) {
			const call = calls.find((one) => one.name === name);
			expect(Object.keys(call?.body?.schema.properties ?? {}), name).toEqual(
				expect.arrayContaining(Object.keys(notes)),
			);
		}
	});

	it("names the Origin that guests and the session's cookie need", () => {
		const originOf = (method: string, path: string) =>
			operation(method, path).parameters.find(({ name }: { name: string }) => name === "Origin");
		expect(originOf("post", "/checkout")).toMatchObject({
			in: "header",
			required: false,
			schema: { const: origin },
		});
		expect(originOf("put", "/user/{email}").required).toBe(true);
		expect(originOf("patch", "/order/{id}").description).toContain("guests");
		// Browsers send none with their own GET.
		expect(originOf("get", "/order/{id}")).toBeUndefined();
		expect(originOf("post", "/order")).toBeUndefined();
	});

	it("has the errors of each endpoint by their status", () => {
		for (const { errors, name } of calls) {
			const statuses = [...errors.keys()];
			expect(statuses, name).toEqual(statuses.toSorted((one, other) => one - other));
		}
	});
});

describe("the examples", () => {
	it("are complete curl commands", () => {
		const curlOf = (wantedName: string) => calls.find(({ name }) => name === wantedName)?.curl;
		expect(curlOf("listTools")).toBe('curl "https://shop.test/api/service"');
		expect(curlOf("deleteTool")).toBe(
			'curl -X DELETE "https://shop.test/api/service?id=torque-wrench" \\\n  -H "Authorization: Bearer $TOKEN"',
		);
		expect(curlOf("uploadImage")).toContain('-F "image=@image.jpg"');
	});

	it("have valid bodies", () => {
		for (const { endpoint, name } of endpoints) {
			const requestBody = calls.find((call) => call.name === name)?.curl.match(/-d '(.*)'/)?.[1];
			if (!endpoint.body || !requestBody) continue;
			const result = endpoint.body["~run"]({ value: JSON.parse(requestBody) }, {});
			expect(result.issues, `${name}: ${requestBody}`).toBeUndefined();
		}
	});
});
