import { handle } from "../../http/handle.ts";
import { listBoughtToolsEndpoint } from "../../shop/orders/lines.api.ts";
import { paidTools } from "../../shop/orders/lines.server.ts";

export const { GET, ALL } = handle(listBoughtToolsEndpoint, async ({ caller }) =>
	(await paidTools(caller)).map(({ id, name }) => ({ id, name })),
);
