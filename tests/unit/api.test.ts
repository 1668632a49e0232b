/**
 * What the API accepts and returns, call by call, compared with api.snap.txt. After a change this prints the difference of
 * the OpenAPI document and of the examples; `npx vitest run --project unit -u` accepts it.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { it } from "vitest";
import { describeEndpoint } from "../../src/http/openapi/describe-endpoint.ts";
import { openApiDocument } from "../../src/http/openapi/document.ts";
import type { JsonSchema } from "../../src/http/openapi/schemas.ts";
import { endpoints, entityNotes, sharedSchemas } from "../../src/shop/endpoints.ts";
import { type Entry, expectHashes } from "../helpers/hashed-texts.ts";
import { keepTexts } from "../setup/kept-texts.ts";

const origin = "https://shop.test";
const calls = endpoints.map((endpoint) => describeEndpoint(endpoint, sharedSchemas, origin));
const { paths, components, info, ...rest } = openApiDocument(calls, sharedSchemas, {
	origin,
	version: "1.2.3",
	licence: "MIT",
	entityNotes,
});

const textOf = (value: unknown): string => JSON.stringify(value, undefined, 2);

/** The names of a schema's fields, those that can be absent with a question mark. */
function fieldsOf({ properties, required }: JsonSchema = {}): string {
	return Object.keys(properties ?? {})
		.map((name) => (required?.includes(name) ? name : `${name}?`))
		.join(" ");
}

it("is that of the snapshot", async () => {
	const ofCalls = calls.map((call): Entry => {
		const { name, method, path, parameters, body, status, errors, curl } = call;
		const given = parameters.map((one) => (one.required ? one.name : `${one.name}?`)).join(" ");
		const statuses = [status, ...errors.keys()].join(" ");
		return {
			line: `${method} ${path} ${name}(${given}) {${fieldsOf(body?.schema)}} -> ${statuses};`,
			parts: [`${method} ${path}`, textOf(paths[path]?.[method.toLowerCase()]), curl],
		};
	});
	const ofSchemas = Object.entries(components.schemas).map(
		([name, schema]): Entry => ({
			line: `schema ${name} {${fieldsOf(schema)}};`,
			parts: [name, textOf(schema)],
		}),
	);
	// The title is the shop's name.
	const about = { ...rest, info: { ...info, title: "" }, security: components.securitySchemes };
	const entries = [...ofCalls, ...ofSchemas, { line: "the rest;", parts: [textOf(about)] }];
	const snapshot = readFileSync(join(import.meta.dirname, "api.snap.txt"), "utf8");
	await expectHashes("api.snap.txt", snapshot, entries, keepTexts);
});
