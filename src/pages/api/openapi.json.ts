import type { APIRoute } from "astro";
import { version } from "../../../package.json";
import { only } from "../../http/handle.ts";
import { describeCall } from "../../http/openapi/describe.ts";
import { openApiDocument } from "../../http/openapi/document.ts";
import { shopOrigin } from "../../platform/settings.ts";
import { endpoints, shapes } from "../../shop/endpoints.ts";

export const GET: APIRoute = () => {
	const origin = shopOrigin();
	const calls = endpoints.map((named) => describeCall(named, shapes, origin));
	const document = openApiDocument(calls, shapes, { origin, version });
	return Response.json(document, { headers: { "Cache-Control": "public, max-age=300" } });
};

export const ALL = only("GET");
