import { allowOnly, handle } from "../../http/handle.ts";
import {
	deleteLineEndpoint,
	listLinesEndpoint,
	placeLineEndpoint,
	setStatusEndpoint,
} from "../../shop/orders/lines.api.ts";
import { listChangedLines, listLines } from "../../shop/orders/lines.server.ts";
import { placeLine } from "../../shop/orders/place-line.server.ts";
import { deleteLine } from "../../shop/payments/close-line.server.ts";
import { setStatus } from "../../shop/shipments/ship-line.server.ts";
import { parsePage, rejectOthersThanPaging, setPageHeaders } from "../../values/paging.ts";

export const { GET } = handle(listLinesEndpoint, async ({ caller, query, request, headers }) => {
	const { updatedSince } = query;
	if (updatedSince) {
		rejectOthersThanPaging(query);
		const page = await listChangedLines(caller, updatedSince, parsePage(query));
		setPageHeaders(headers, request.url, page);
		return page.items;
	}
	const page = await listLines(caller, { ...query, ...parsePage(query) });
	setPageHeaders(headers, request.url, page);
	return page.lines;
});

export const { POST } = handle(placeLineEndpoint, async ({ caller, body, request, requestKey }) => {
	const line = await placeLine(caller, body, await requestKey(), request);
	return { insertedId: line._id, order: line };
});

export const { PUT } = handle(setStatusEndpoint, ({ caller, query, body }) =>
	setStatus(caller, query.id, body.status),
);

export const { DELETE } = handle(deleteLineEndpoint, ({ caller, query }) =>
	deleteLine(caller, query.id),
);

export const ALL = allowOnly("GET", "POST", "PUT", "DELETE");
