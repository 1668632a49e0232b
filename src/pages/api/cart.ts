import { handle } from "../../http/handle.ts";
import { readCartEndpoint } from "../../shop/carts/carts.api.ts";
import { readCart } from "../../shop/carts/carts.server.ts";
import { bikeOfQuery } from "../../shop/fit/bike.ts";
import { readVocabulary } from "../../shop/fit/vocabulary.server.ts";

export const { POST, ALL } = handle(readCartEndpoint, async ({ body }) => {
	if (!body.bike) return readCart(body.lines);
	const vocabulary = await readVocabulary();
	return readCart(body.lines, { bike: bikeOfQuery(body.bike, vocabulary), vocabulary });
});
