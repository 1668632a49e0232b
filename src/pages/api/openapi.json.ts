import type { APIRoute } from "astro";
import { license as licence, version } from "../../../package.json";
import { allowOnly } from "../../http/handle.ts";
import { describeEndpoint } from "../../http/openapi/describe-endpoint.ts";
import { openApiDocument } from "../../http/openapi/document.ts";
import { shopOrigin } from "../../platform/settings.ts";
import { endpoints, entityNotes, sharedSchemas } from "../../shop/endpoints.ts";

export const GET: APIRoute = () => {
	const origin = shopOrigin();
	const calls = endpoints.map((endpoint) => describeEndpoint(endpoint, sharedSchemas, origin));
	const document = openApiDocument(calls, sharedSchemas, {
		origin,
		version,
		licence,
		entityNotes,
	});
	return Response.json(document, { headers: { "Cache-Control": "public, max-age=300" } });
};

export const ALL = allowOnly("GET");
